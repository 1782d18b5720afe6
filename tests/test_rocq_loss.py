"""Losses in Rocq: the chain rule through partial derivatives, and that these alone are not enough for it."""

from __future__ import annotations

import pytest
from needed import needs_coqc

from symnorm.rocq.axioms import AXIOMS
from symnorm.rocq.judge import Rocq
from symnorm.rocq.said import axioms

HEAD = "From Symnorm Require Import Loss.\nOpen Scope R_scope.\n"

PRODUCT = """
Lemma product p : differential 2 (fun q => q 0%nat * q 1%nat) p (fun k => p (1 - k)%nat).
Proof.
  intros e E. exists e. split; [exact E|]. intros q Q. pose proof (Q 0%nat ltac:(lia)) as A. cbv [sum]. simpl Nat.sub.
  replace (_ - _) with ((q 0%nat - p 0%nat) * (q 1%nat - p 1%nat)) by ring. rewrite Rabs_mult.
  pose proof (Rabs_pos (q 0%nat - p 0%nat)). pose proof (Rabs_pos (q 1%nat - p 1%nat)). nra.
Qed.

Definition Y (x : nat -> R) (k : nat) : R := match k with 0%nat => x 0%nat | _ => x 0%nat * x 1%nat end.

Lemma derived x : partial (fun x => Y x 0%nat * Y x 1%nat) x 0 = 2 * x 0%nat * x 1%nat.
Proof.
  pose proof (chain 2 _ (fun s => Y (upd x 0 s)) (x 0%nat) _
    (fun k => match k with 0%nat => 1 | _ => x 1%nat end) (product (Y (upd x 0 (x 0%nat))))) as C.
  unfold partial. apply is_derive_unique. eapply d_eq; [apply C|].
  - intros [|[|k]] K; [apply d_id| |lia]. cbn.
    eapply d_eq; [apply (d_mult (fun s => s) (fun _ => x 1%nat)); [apply d_id|apply d_const]|cbv beta; ring].
  - cbn. change (upd x 0 (x 0%nat) 0%nat) with (x 0%nat). change (upd x 0 (x 0%nat) 1%nat) with (x 1%nat). ring.
Qed.
"""
"""The product of two numbers is a loss, and x0 (x0 x1) a function of those."""

EDGE = """
Definition edge (q : nat -> R) := sqrt (Rabs (q 0%nat * q 1%nat)).

Lemma partly i : is_partial edge (fun _ => 0) i 0.
Proof.
  unfold is_partial, edge. apply (is_derive_ext (fun _ => 0)); [|apply d_const]. intros t. symmetry.
  replace (_ * _) with 0; [rewrite Rabs_R0; exact sqrt_0|].
  unfold upd. destruct (Nat.eq_dec 0 i), (Nat.eq_dec 1 i); subst; try discriminate; ring.
Qed.

Lemma not_in_all g : ~ differential 2 edge (fun _ => 0) g.
Proof.
  intros D. assert (C : is_derive Rabs 0 (sum 2 (fun k => g k * 1))).
  { apply (is_derive_ext (fun s => edge (fun _ => s))).
    - intros t. unfold edge. rewrite Rabs_mult. replace (Rabs t * Rabs t) with (Rabs t ^ 2) by ring.
      apply sqrt_pow2, Rabs_pos.
    - apply (chain 2 edge (fun s _ => s) 0 g (fun _ => 1)); [exact D|]. intros k _. apply d_id. }
  apply is_derive_Reals in C. destruct (C (/ 2) ltac:(lra)) as [[d P] H]. simpl in H.
  pose proof (H (d / 2) ltac:(lra) ltac:(rewrite Rabs_pos_eq; lra)) as A.
  pose proof (H (- (d / 2)) ltac:(lra) ltac:(rewrite Rabs_left; lra)) as B.
  rewrite Rplus_0_l, Rabs_R0, Rminus_0_r in A, B. rewrite (Rabs_pos_eq (d / 2)) in A by lra.
  rewrite (Rabs_left (- (d / 2))) in B by lra. replace (d / 2 / (d / 2)) with 1 in A by (field; lra).
  replace (- - (d / 2) / - (d / 2)) with (-1) in B by (field; lra).
  apply Rabs_def2 in A. apply Rabs_def2 in B. lra.
Qed.
"""
"""The root of |q0 q1| has both partial derivatives at zero, and a corner on the diagonal."""

PROVED = "chain, loss_derive, loss_partial, loss_gradient, entries_derive"


@needs_coqc
@pytest.mark.parametrize(("text", "shown"), [(PRODUCT, "derived"), (EDGE, "partly, not_in_all")])
def test_a_derivative_is_told_by_partial_ones_where_there_is_a_total_one(rocq: Rocq, text: str, shown: str) -> None:
    text = f"{HEAD}{text}Definition all_of_them := ({PROVED}, {shown}).\nPrint Assumptions all_of_them.\n"
    (rocq.folder / "loss.v").write_text(text, "utf-8")
    code, said = rocq.run("loss.v")
    assert code == 0, said
    assert axioms(said)
    assert axioms(said) <= set(AXIOMS)
