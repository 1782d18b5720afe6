(* What grows from a point: the mean value theorem. Nothing here is trusted: Rocq proves all of it.

   The number s where the slope is taken lies between a and t, and is not a: what is supposed need not hold at a. *)

From Symnorm Require Export Symnorm.
Open Scope R_scope.

Definition mid (a t s : R) : Prop := a < s <= t \/ t <= s < a.

Lemma mid_between a t s : mid a t s -> Rmin a t <= s <= Rmax a t.
Proof. unfold mid, Rmin, Rmax. destruct (Rle_dec a t); lra. Qed.

Lemma mid_start a t : Rmin a t <= a <= Rmax a t.
Proof. unfold Rmin, Rmax. destruct (Rle_dec a t); lra. Qed.

Lemma mid_convex a t s : mid a t s -> exists l, 0 < l /\ 0 <= 1 - l /\ s = a + l * (t - a).
Proof.
  intros M. exists ((s - a) / (t - a)).
  assert (N : t - a <> 0) by (destruct M; lra). repeat split.
  - destruct M.
    + apply Rdiv_lt_0_compat; lra.
    + replace ((s - a) / (t - a)) with ((a - s) / (a - t)) by (field; lra). apply Rdiv_lt_0_compat; lra.
  - replace (1 - (s - a) / (t - a)) with ((t - s) / (t - a)) by (field; lra). destruct M.
    + apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
    + replace ((t - s) / (t - a)) with ((s - t) / (a - t)) by (field; lra).
      apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
  - field. exact N.
Qed.

Section Rise.

Context (f g : R -> R) (a t d : R).
Context (start : is_derive f a d) (slope : forall s, mid a t s -> is_derive f s (g s)).

Lemma mean_value : t <> a -> exists s, mid a t s /\ f t - f a = g s * (t - a).
Proof.
  intros N. set (h := fun s => if Req_EM_T s a then d else g s).
  assert (D : forall s, Rmin a t <= s <= Rmax a t -> is_derive f s (h s)).
  { intros s S. unfold h. destruct (Req_EM_T s a) as [->|E]; [exact start|]. apply slope.
    revert S. unfold mid, Rmin, Rmax. destruct (Rle_dec a t); lra. }
  assert (H : forall s, s <> a -> h s = g s).
  { intros s S. unfold h. destruct (Req_EM_T s a); [congruence|reflexivity]. }
  destruct (Rtotal_order a t) as [L|[E|L]]; [|congruence|].
  - destruct (MVT_cor2 f h a t L) as [s [E S]].
    + intros s S. apply is_derive_Reals, D. rewrite Rmin_left, Rmax_right; lra.
    + exists s. split; [left; lra|]. rewrite <- H by lra. exact E.
  - destruct (MVT_cor2 f h t a L) as [s [E S]].
    + intros s S. apply is_derive_Reals, D. rewrite Rmin_right, Rmax_left; lra.
    + exists s. split; [right; lra|]. rewrite <- H by lra. lra.
Qed.

Lemma mid_ratio s : mid a t s -> 0 < (t - a) / (s - a).
Proof.
  intros [S|S]; [apply Rdiv_lt_0_compat; lra|].
  replace ((t - a) / (s - a)) with ((a - t) / (a - s)) by (field; lra). apply Rdiv_lt_0_compat; lra.
Qed.

Lemma mid_scaled s : mid a t s -> g s * (t - a) = (s - a) * g s * ((t - a) / (s - a)).
Proof. intros [S|S]; field; lra. Qed.

Lemma rise_nonneg : (forall s, mid a t s -> 0 <= (s - a) * g s) -> 0 <= f t - f a.
Proof.
  intros P. destruct (Req_dec t a) as [->|N]; [lra|]. destruct (mean_value N) as [s [S ->]].
  rewrite (mid_scaled s S). apply Rmult_le_pos; [apply P, S|apply Rlt_le, mid_ratio, S].
Qed.

Lemma rise_positive : t <> a -> (forall s, mid a t s -> 0 < (s - a) * g s) -> 0 < f t - f a.
Proof.
  intros N P. destruct (mean_value N) as [s [S ->]].
  rewrite (mid_scaled s S). apply Rmult_lt_0_compat; [apply P, S|apply mid_ratio, S].
Qed.

Lemma rise_along : (forall s, mid a t s -> 0 <= g s) -> 0 <= (t - a) * (f t - f a).
Proof.
  intros P. destruct (Req_dec t a) as [->|N]; [lra|]. destruct (mean_value N) as [s [S ->]].
  replace ((t - a) * (g s * (t - a))) with (g s * (t - a) ^ 2) by ring.
  apply Rmult_le_pos; [apply P, S|apply pow2_ge_0].
Qed.

End Rise.

(* A positive product has no vanishing factor: where (t - a) g is positive, t is not a. *)
Lemma apart_of_positive a t p : 0 < (t - a) * p -> t <> a.
Proof. intros H ->. rewrite Rminus_diag_eq, Rmult_0_l in H by reflexivity. exact (Rlt_irrefl _ H). Qed.

(* A hypothesis, affine or concave in t, holds at a + l (t - a): H says so of t, and K that it is not negative at a. *)
Ltac convex l a t H K :=
  match goal with L : 0 < l, M : 0 <= 1 - l |- _ =>
    pose proof (Rmult_le_pos _ _ M K);
    pose proof (Rmult_le_pos _ _ (Rmult_le_pos _ _ (Rlt_le _ _ L) M) (pow2_ge_0 (t - a)));
    first [apply Rlt_minus in H | apply Rgt_minus in H | apply Rle_minus in H | apply Rge_minus in H];
    match type of H with
    | ?q < 0 => pose proof (Rmult_lt_0_compat _ _ L (Ropp_0_gt_lt_contravar _ H))
    | ?q <= 0 => pose proof (Rmult_le_pos _ _ (Rlt_le _ _ L) (Ropp_0_ge_le_contravar _ (Rle_ge _ _ H)))
    | ?q > 0 => pose proof (Rmult_lt_0_compat _ _ L H)
    | ?q >= 0 => pose proof (Rmult_le_pos _ _ (Rlt_le _ _ L) (Rge_le _ _ H))
    end; lra || nra
  end.
