(* Theorems along a variable: where it ranges, and what follows of all that holds there. *)

From Symnorm Require Export Symnorm.
Open Scope R_scope.

(* ===== Definitions ================================================================================================ *)

(* An open interval: of numbers; of vectors that differ in entry i alone. *)
Definition interval (J : R -> Prop) : Prop :=
  open J /\ forall a b t, J a -> J b -> a <= t <= b -> J t.

Definition segment (i : nat) (J : (nat -> R) -> Prop) : Prop :=
  (forall x, J x -> interval (fun t => J (upd x i t))) /\ (forall x y, J x -> J y -> y = upd x i (y i)).

(* An open set of vectors of n entries. *)
Definition open_set (n : nat) (J : (nat -> R) -> Prop) : Prop :=
  forall x, J x -> exists d, 0 < d /\ forall y, (forall k, (k < n)%nat -> Rabs (y k - x k) < d) -> J y.

(* ===== Lemmas ===================================================================================================== *)

Section Along.

Implicit Types (J : R -> Prop) (f g p v : R -> R) (a b c d e t x : R).

Lemma interval_near J x : interval J -> J x -> locally x J.
Proof. intros [O _]. exact (O x). Qed.

Lemma interval_between J a b t : interval J -> J a -> J b -> Rmin a b <= t <= Rmax a b -> J t.
Proof.
  intros [_ C] A B. unfold Rmin, Rmax. destruct (Rle_dec a b); intros T; [exact (C a b t A B T)|exact (C b a t B A T)].
Qed.

Lemma interval_all : interval (fun _ => True).
Proof. split; [apply open_true|auto]. Qed.

(* --- The same along an interval ------------------------------------------------------------------------------------ *)

(* What has no slope has one value: the mean value theorem. *)
Lemma along_constant J f a b : interval J -> (forall t, J t -> is_derive f t 0) -> J a -> J b -> f a = f b.
Proof.
  intros I D A B. destruct (MVT_gen f a b (fun _ => 0)) as [c [_ E]]; [| |lra].
  - intros t T. apply D, (interval_between J a b t I A B). lra.
  - intros t T. apply derivable_continuous_pt, ex_derive_Reals_0. exists 0. apply D, (interval_between J a b t I A B T).
Qed.

Lemma along_exists J f : interval J -> (forall t, J t -> is_derive f t 0) -> exists c, forall t, J t -> c = f t.
Proof.
  intros I D. destruct (Classical_Prop.classic (exists a, J a)) as [[a A]|N].
  - exists (f a). intros t T. exact (along_constant J f a t I D A T).
  - exists 0. intros t T. destruct N. exists t. exact T.
Qed.

(* What is continuous has an antiderivative. *)
Lemma along_continuous J p : interval J -> (forall t, J t -> continuous p t) ->
  exists f, forall t, J t -> is_derive f t (p t).
Proof.
  intros I D. destruct (Classical_Prop.classic (exists a, J a)) as [[a A]|N].
  - exists (fun t => RInt p a t : R). intros t T. apply (is_derive_RInt p _ a t); [|exact (D t T)].
    apply (filter_imp J); [|exact (interval_near J t I T)]. intros s S. change (is_RInt p a s (RInt p a s)).
    apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)).
    intros q Q. exact (D q (interval_between J a s q I A S Q)).
  - exists (fun _ => 0). intros t T. destruct N. exists t. exact T.
Qed.

Lemma along_antiderivative J p : interval J -> (forall t, J t -> ex_derive p t) ->
  exists f, forall t, J t -> is_derive f t (p t).
Proof.
  intros I D. apply (along_continuous J p I). intros t T.
  exact (@ex_derive_continuous R_AbsRing R_NormedModule p t (D t T)).
Qed.

(* A linear equation has one solution: v exp (- P) has no slope, where P is an antiderivative of p. *)
Lemma along_linear J v p a x : interval J -> (forall t, J t -> is_derive v t (p t * v t)) ->
  (forall t, J t -> ex_derive p t) -> J a -> J x -> v a = 0 -> v x = 0.
Proof.
  intros I V P A X Z. destruct (along_antiderivative J p I P) as [f F].
  assert (E : v x * exp (- f x) = v a * exp (- f a)).
  { apply (along_constant J (fun t => v t * exp (- f t)) x a I); [|exact X|exact A]. intros t T.
    pose proof (d_exp (fun s => - f s) t _ (d_opp f t _ (F t T))) as E.
    eapply d_eq; [exact (d_mult v (fun s => exp (- f s)) t _ _ (V t T) E)|]. cbv beta. ring. }
  rewrite Z, Rmult_0_l in E. destruct (Rmult_integral _ _ E) as [H|H]; [exact H|]. destruct (exp_nonzero _ H).
Qed.

Lemma near_everywhere J (P : R -> Prop) x : locally x J -> (forall t, J t -> P t) -> locally x P.
Proof. intros N H. exact (filter_imp J P H N). Qed.

Lemma d_vanish J f x d : locally x J -> (forall t, J t -> f t = 0) -> is_derive f x d -> d = 0.
Proof.
  intros N H D. rewrite <- (is_derive_unique f x d D). apply is_derive_unique.
  apply (d_near f (fun _ => 0)); [exact (filter_imp J _ H N)|apply d_const].
Qed.

(* What has the same slope differs by a number. *)
Lemma along_differ J f g : interval J -> (forall t, J t -> is_derive (fun t => f t - g t) t 0) ->
  exists c, forall t, J t -> f t = g t + c.
Proof.
  intros I D. destruct (along_exists J _ I D) as [c H]. exists c. intros t T. specialize (H t T). cbv beta in H. lra.
Qed.

Lemma derive_again (y : R -> R) n J g x d : locally x J -> (forall t, J t -> Derive_n y n t = g t) -> is_derive g x d ->
  ex_derive_n y (S n) x.
Proof.
  intros N H D. exists d. apply (d_near (Derive_n y n) g); [|exact D]. exact (filter_imp J _ H N).
Qed.

End Along.

(* --- The same of vectors ------------------------------------------------------------------------------------------- *)

Section Vectors.

Implicit Types (J : (nat -> R) -> Prop) (f g p v : (nat -> R) -> R) (x y : nat -> R).

Lemma upd_same x i t : upd x i t i = t.
Proof. unfold upd. destruct (Nat.eq_dec i i); [reflexivity|contradiction]. Qed.

Lemma upd_twice x i s t : upd (upd x i s) i t = upd x i t.
Proof. apply functional_extensionality; intros k; unfold upd; destruct (Nat.eq_dec k i); reflexivity. Qed.

Lemma segment_near i J x : segment i J -> J x -> around J x i.
Proof.
  intros [I _] X. apply (interval_near (fun t => J (upd x i t)) (x i) (I x X)). rewrite upd_id. exact X.
Qed.

Lemma open_near n J x i : open_set n J -> J x -> around J x i.
Proof.
  intros O X. destruct (O x X) as [d [P H]]. exists (mkposreal d P). intros t T. apply H. intros k _.
  unfold upd. destruct (Nat.eq_dec k i) as [->|_]; [exact T|]. rewrite Rminus_diag_eq by reflexivity.
  rewrite Rabs_R0. exact P.
Qed.

Lemma around_everywhere J (P : (nat -> R) -> Prop) x i : around J x i -> (forall y, J y -> P y) -> around P x i.
Proof. intros N H. exact (filter_imp _ _ (fun t => H (upd x i t)) N). Qed.

Lemma p_vanish J f x i d : around J x i -> (forall y, J y -> f y = 0) -> is_partial f x i d -> d = 0.
Proof. intros N H D. exact (d_vanish (fun t => J (upd x i t)) _ (x i) d N (fun t T => H _ T) D). Qed.

(* What has a derivative along the entry, as a function of that entry. *)
Lemma segment_slope f x i t d : is_partial f (upd x i t) i d -> is_derive (fun s => f (upd x i s)) t d.
Proof.
  unfold is_partial. rewrite upd_same. intros D. apply (is_derive_ext (fun s => f (upd (upd x i t) i s))); [|exact D].
  intros s. rewrite upd_twice. reflexivity.
Qed.

Lemma segment_constant i J f x y : segment i J -> (forall z, J z -> is_partial f z i 0) -> J x -> J y -> f x = f y.
Proof.
  intros [I S] D X Y. rewrite (S x y X Y), <- (upd_id x i) at 1.
  apply (along_constant (fun t => J (upd x i t)) (fun t => f (upd x i t)) _ _ (I x X)).
  - intros t T. exact (segment_slope f x i t 0 (D _ T)).
  - rewrite upd_id. exact X.
  - rewrite <- (S x y X Y). exact Y.
Qed.

Lemma segment_exists i J f : segment i J -> (forall z, J z -> is_partial f z i 0) -> exists c, forall x, J x -> c = f x.
Proof.
  intros I D. destruct (Classical_Prop.classic (exists a, J a)) as [[a A]|N].
  - exists (f a). intros t T. exact (segment_constant i J f a t I D A T).
  - exists 0. intros t T. destruct N. exists t. exact T.
Qed.

Lemma segment_differ i J f g : segment i J -> (forall z, J z -> is_partial (fun z => f z - g z) z i 0) ->
  exists c, forall x, J x -> f x = g x + c.
Proof.
  intros I D. destruct (segment_exists i J _ I D) as [c H]. exists c. intros x X. specialize (H x X). cbv beta in H. lra.
Qed.

Lemma segment_antiderivative i J p : segment i J -> (forall x, J x -> ex_partial p x i) ->
  exists F : R -> R, forall x, J x -> is_derive F (x i) (p x).
Proof.
  intros [I S] D. destruct (Classical_Prop.classic (exists a, J a)) as [[a A]|N].
  - destruct (along_antiderivative (fun t => J (upd a i t)) (fun t => p (upd a i t)) (I a A)) as [F H].
    + intros t T. destruct (D _ T) as [d E]. exists d. exact (segment_slope p a i t d E).
    + exists F. intros x X. pose proof (S a x A X) as E. rewrite E at 2. apply H. rewrite <- E. exact X.
  - exists (fun _ => 0). intros x X. destruct N. exists x. exact X.
Qed.

End Vectors.

(* --- Unknown functions --------------------------------------------------------------------------------------------- *)

Lemma entry_slope (y : R -> R) x i d : is_derive y (x i) d -> is_partial (fun x => y (x i)) x i d.
Proof. apply is_derive_ext. intros t. rewrite upd_same. reflexivity. Qed.

Lemma entry_slope_again (y : R -> R) n x i d : is_partial (fun x => Derive_n y (S n) (x i)) x i d ->
  is_partial (fun x => partial (fun x => Derive_n y n (x i)) x i) x i d.
Proof.
  apply is_derive_ext. intros t. rewrite upd_same. unfold partial. rewrite upd_same. simpl. apply Derive_ext.
  intros s. rewrite upd_same. reflexivity.
Qed.

Lemma entry_again (y : R -> R) n (J : (nat -> R) -> Prop) g x i d : around J x i ->
  (forall z, J z -> Derive_n y n (z i) = g z) -> is_partial g x i d -> ex_derive_n y (S n) (x i).
Proof.
  intros N H D. exists d. apply (d_near (Derive_n y n) (fun t => g (upd x i t))); [|exact D].
  apply (filter_imp (fun t => J (upd x i t))); [|exact N]. intros t T. rewrite <- (H _ T), upd_same. reflexivity.
Qed.

(* A function of an entry has a derivative along that where it has one at all. *)
Lemma entry_exists (y : R -> R) x i : ex_partial (fun x => y (x i)) x i -> ex_derive y (x i).
Proof. apply ex_derive_ext. intros t. rewrite upd_same. reflexivity. Qed.
