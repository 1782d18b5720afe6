(* An arbitrary loss: a function of a vector that is totally differentiable at a place, and the chain rule for it.

   An exported theorem has no loss in it but a vector g, of which nothing is known: a derivative of a loss of Y is the
   derivative of the sum of all g k * Y k. That this is the derivative of every function that is totally differentiable
   at Y with the partial derivatives g is proved here; `differential` is the one definition that a reader has to know. *)

From Symnorm Require Export Symnorm.
Open Scope R_scope.

(* L is totally differentiable at p as a function of n entries, with partial derivatives g: near p it differs from a
   linear function by less than any part of the distance. *)
Definition differential (n : nat) (L : (nat -> R) -> R) (p g : nat -> R) : Prop :=
  forall e, 0 < e -> exists d, 0 < d /\ forall q, (forall k, (k < n)%nat -> Rabs (q k - p k) < d) ->
  Rabs (L q - L p - sum n (fun k => g k * (q k - p k))) <= e * sum n (fun k => Rabs (q k - p k)).

Lemma sum_most n f g : (forall k, (k < n)%nat -> f k <= g k) -> sum n f <= sum n g.
Proof. intros H; induction n as [|n IH]; simpl; [lra|]. apply Rplus_le_compat; [apply IH; intros k K|]; apply H; lia. Qed.

Lemma sum_term n f k : (k < n)%nat -> (forall m, (m < n)%nat -> 0 <= f m) -> f k <= sum n f.
Proof.
  intros K N. rewrite <- (sum_delta n k f K). apply sum_most. intros m M. unfold delta.
  destruct (Nat.eq_dec m k); [lra|]. specialize (N m M). lra.
Qed.

Lemma sum_difference n g p q : sum n (fun k => g k * (q k - p k)) = sum n (fun k => g k * q k) - sum n (fun k => g k * p k).
Proof. induction n as [|n IH]; simpl; [|rewrite IH]; ring. Qed.

(* What holds near zero for each of finitely many numbers holds for all of them. *)
Lemma near_zero n (P : nat -> R -> Prop) :
  (forall k, (k < n)%nat -> exists d, 0 < d /\ forall h, Rabs h < d -> P k h) ->
  exists d, 0 < d /\ forall h, Rabs h < d -> forall k, (k < n)%nat -> P k h.
Proof.
  induction n as [|n IH]; intros H; [exists 1; split; [lra|intros h _ k K; lia]|].
  destruct IH as [d [D A]]; [intros k K; apply H; lia|]. destruct (H n ltac:(lia)) as [e [E B]].
  exists (Rmin d e). split; [apply Rmin_case; assumption|]. intros h M k K.
  pose proof (Rmin_l d e). pose proof (Rmin_r d e).
  destruct (Nat.eq_dec k n) as [->|N]; [apply B; lra|]. apply A; [lra|lia].
Qed.

Lemma derive_of_sum n (g : nat -> R) (Y : R -> nat -> R) t (a : nat -> R) :
  (forall k, (k < n)%nat -> is_derive (fun s => Y s k) t (a k)) ->
  is_derive (fun s => sum n (fun k => g k * Y s k)) t (sum n (fun k => g k * a k)).
Proof.
  intros H; induction n as [|n IH]; simpl; [apply d_const|]. apply d_plus; [apply IH; intros k K; apply H; lia|].
  exact (is_derive_scal (fun s => Y s n) t (g n) (a n) (H n ltac:(lia))).
Qed.

(* A function that has a derivative moves by no more than some multiple of what its variable does. *)
Lemma moves_little (f : R -> R) t a : is_derive f t a ->
  exists d, 0 < d /\ forall h, Rabs h < d -> Rabs (f (t + h) - f t) <= (Rabs a + 1) * Rabs h.
Proof.
  intros F. apply is_derive_Reals in F. destruct (F 1 ltac:(lra)) as [d D]. exists d. split; [apply cond_pos|].
  intros h H. destruct (Req_dec h 0) as [->|N].
  - rewrite Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - specialize (D h N H). replace (f (t + h) - f t) with (((f (t + h) - f t) / h - a + a) * h) by (field; exact N).
    rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|].
    pose proof (Rabs_triang ((f (t + h) - f t) / h - a) a). lra.
Qed.

(* The chain rule: along any way through p, of which every entry has a derivative. *)
Theorem chain n L (Y : R -> nat -> R) t g a : differential n L (Y t) g ->
  (forall k, (k < n)%nat -> is_derive (fun s => Y s k) t (a k)) ->
  is_derive (fun s => L (Y s)) t (sum n (fun k => g k * a k)).
Proof.
  intros D S. apply is_derive_Reals. intros e E.
  set (M := sum n (fun k => Rabs (a k) + 1)).
  assert (T : forall k, (k < n)%nat -> 0 <= Rabs (a k) + 1) by (intros k _; pose proof (Rabs_pos (a k)); lra).
  assert (P : 0 <= M) by exact (sum_nonneg n _ T).
  set (c := e / 2 / (M + 1)).
  assert (C : 0 < c) by (apply Rdiv_lt_0_compat; lra).
  destruct (D c C) as [d [Dp H]].
  pose proof (derive_of_sum n g Y t a S) as F. apply is_derive_Reals in F. destruct (F (e / 2) ltac:(lra)) as [d1 F1].
  destruct (near_zero n (fun k h => Rabs (Y (t + h) k - Y t k) <= (Rabs (a k) + 1) * Rabs h)) as [d2 [D2 F2]].
  { intros k K. exact (moves_little _ t _ (S k K)). }
  assert (D3 : 0 < d / (M + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (Q : 0 < Rmin d1 (Rmin d2 (d / (M + 1)))) by (repeat apply Rmin_case; [apply cond_pos|exact D2|exact D3]).
  exists (mkposreal _ Q). simpl. intros h N B.
  pose proof (Rmin_l d1 (Rmin d2 (d / (M + 1)))). pose proof (Rmin_r d1 (Rmin d2 (d / (M + 1)))).
  pose proof (Rmin_l d2 (d / (M + 1))). pose proof (Rmin_r d2 (d / (M + 1))).
  specialize (F1 h N ltac:(lra)). specialize (F2 h ltac:(lra)).
  assert (B3 : Rabs h * (M + 1) < d).
  { apply (Rmult_lt_reg_r (/ (M + 1))); [apply Rinv_0_lt_compat; lra|].
    replace (Rabs h * (M + 1) * / (M + 1)) with (Rabs h) by (field; lra). unfold Rdiv in *. lra. }
  assert (K : Rabs (L (Y (t + h)) - L (Y t) - sum n (fun k => g k * (Y (t + h) k - Y t k))) <= c * (M * Rabs h)).
  { eapply Rle_trans; [apply H|].
    - intros k K. eapply Rle_lt_trans; [exact (F2 k K)|]. pose proof (sum_term n _ k K T) as L1. fold M in L1.
      assert (L2 : (Rabs (a k) + 1) * Rabs h <= M * Rabs h) by (apply Rmult_le_compat_r; [apply Rabs_pos|exact L1]).
      pose proof (Rabs_pos h). lra.
    - apply Rmult_le_compat_l; [lra|]. unfold M. rewrite Rmult_comm, <- sum_scal. apply sum_most. intros k K.
      rewrite Rmult_comm. exact (F2 k K). }
  rewrite sum_difference in K. simpl in F1.
  set (l := L (Y (t + h)) - L (Y t)) in *. set (s1 := sum n (fun k => g k * Y (t + h) k)) in *.
  set (s0 := sum n (fun k => g k * Y t k)) in *. set (s := sum n (fun k => g k * a k)) in *.
  replace (l / h - s) with ((l - (s1 - s0)) / h + ((s1 - s0) / h - s)) by (field; exact N).
  eapply Rle_lt_trans; [apply Rabs_triang|].
  assert (Z : Rabs ((l - (s1 - s0)) / h) <= e / 2); [|lra].
  unfold Rdiv at 1. rewrite Rabs_mult, Rabs_inv.
  pose proof (Rabs_pos_lt h N) as A. apply (Rmult_le_reg_r (Rabs h)); [exact A|].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. eapply Rle_trans; [exact K|].
  rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra|].
  replace (e / 2) with (c * (M + 1)) by (unfold c; field; lra). apply Rmult_le_compat_l; lra.
Qed.

(* So a derivative of a loss is that of the sum of its partial derivatives at the place, each times an entry. *)
Theorem loss_derive n L (Y : R -> nat -> R) t g : differential n L (Y t) g ->
  (forall k, (k < n)%nat -> ex_derive (fun s => Y s k) t) ->
  ex_derive (fun s => L (Y s)) t /\ Derive (fun s => L (Y s)) t = Derive (fun s => sum n (fun k => g k * Y s k)) t.
Proof.
  intros D S. assert (H : forall k, (k < n)%nat -> is_derive (fun s => Y s k) t (Derive (fun s => Y s k) t)).
  { intros k K. exact (Derive_correct _ _ (S k K)). }
  pose proof (chain n L Y t g _ D H) as F. pose proof (derive_of_sum n g Y t _ H) as G.
  split; [eexists; exact F|]. exact (eq_trans (is_derive_unique _ _ _ F) (eq_sym (is_derive_unique _ _ _ G))).
Qed.

(* Where such a sum has a derivative whatever g is, every entry has one. *)
Lemma entries_derive n (Y : R -> nat -> R) t : (forall g, ex_derive (fun s => sum n (fun k => g k * Y s k)) t) ->
  forall k, (k < n)%nat -> ex_derive (fun s => Y s k) t.
Proof.
  intros H k K. apply (ex_derive_ext (fun s => sum n (fun m => delta m k * Y s m))); [|apply H].
  intros s. exact (sum_delta n k (Y s) K).
Qed.

(* The same along an entry of a vector. *)
Theorem loss_partial n L (Y : (nat -> R) -> nat -> R) x i g : differential n L (Y x) g ->
  (forall k, (k < n)%nat -> ex_partial (fun x => Y x k) x i) ->
  ex_partial (fun x => L (Y x)) x i /\ partial (fun x => L (Y x)) x i = partial (fun x => sum n (fun k => g k * Y x k)) x i.
Proof.
  intros D S. unfold ex_partial, partial in *. apply (loss_derive n L (fun s => Y (upd x i s)) (x i) g).
  - rewrite upd_id. exact D.
  - exact S.
Qed.

(* And these are the partial derivatives of the loss itself. *)
Theorem loss_gradient n L p g i : (i < n)%nat -> differential n L p g -> is_partial L p i (g i).
Proof.
  intros I D. unfold is_partial. rewrite <- (sum_delta n i g I).
  apply (d_eq _ _ (sum n (fun k => g k * delta k i))).
  - apply (chain n L (fun s => upd p i s) (p i) g (fun k => delta k i)).
    + rewrite upd_id. exact D.
    + intros k K. unfold upd, delta. destruct (Nat.eq_dec k i); [apply d_id|apply d_const].
  - apply sum_ext. intros k K. ring.
Qed.
