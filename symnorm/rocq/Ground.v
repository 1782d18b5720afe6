(* Terms without variables: their values, computed where these are rational.

   A term of numbers, sums, products, powers, quotients and roots is read into a tree, whose value is computed with
   rational numbers; `value_sound` says that it is the value of the term. Division by zero has no value here, nor has
   the root of what is no square, but in a product with zero. *)

From Coq Require Import QArith Qreals.
From Symnorm Require Export Symnorm.
Open Scope R_scope.

Inductive ground : Set :=
  | Whole (z : Z)
  | Natural (n : nat)
  | Sum (a b : ground)
  | Product (a b : ground)
  | Opposite (a : ground)
  | Inverse (a : ground)
  | Power (a : ground) (n : nat)
  | Root (a : ground)
  | Exponential (a : ground)
  | Logarithm (a : ground).

Fixpoint meaning (e : ground) : R :=
  match e with
  | Whole z => IZR z
  | Natural n => INR n
  | Sum a b => meaning a + meaning b
  | Product a b => meaning a * meaning b
  | Opposite a => - meaning a
  | Inverse a => / meaning a
  | Power a n => meaning a ^ n
  | Root a => sqrt (meaning a)
  | Exponential a => exp (meaning a)
  | Logarithm a => ln (meaning a)
  end.

(* The root of a rational number, where it is rational. *)
Definition root (q : Q) : option Q :=
  let r := Qred q in
  let s := Qmake (Z.sqrt (Qnum r)) (Pos.sqrt (Qden r)) in
  if Qle_bool 0 s && Qeq_bool (s * s) q then Some s else None.

Definition both (f : Q -> Q -> Q) (p q : option Q) : option Q :=
  match p, q with Some p, Some q => Some (Qred (f p q)) | _, _ => None end.

Definition when (f : Q -> option Q) (p : option Q) : option Q :=
  match p with Some p => f p | None => None end.

Fixpoint power (q : Q) (n : nat) : Q :=
  match n with O => 1%Q | S n => Qred (q * power q n) end.

Fixpoint value (e : ground) : option Q :=
  match e with
  | Whole z => Some (inject_Z z)
  | Natural n => Some (inject_Z (Z.of_nat n))
  | Sum a b => both Qplus (value a) (value b)
  | Product a b =>
      match value a, value b with
      | Some p, Some q => Some (Qred (p * q))
      | Some p, None | None, Some p => if Qeq_bool p (inject_Z 0) then Some (inject_Z 0) else None
      | None, None => None
      end
  | Opposite a => when (fun q => Some (Qopp q)) (value a)
  | Inverse a => when (fun q => if Qeq_bool q (inject_Z 0) then None else Some (Qred (Qinv q))) (value a)
  | Power a n => when (fun q => Some (power q n)) (value a)
  | Root a => when root (value a)
  | Exponential a => when (fun q => if Qeq_bool q (inject_Z 0) then Some (inject_Z 1) else None) (value a)
  | Logarithm a => when (fun q => if Qeq_bool q (inject_Z 1) then Some (inject_Z 0) else None) (value a)
  end.

Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma Q2R_whole z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z; simpl. field. Qed.

Lemma Q2R_power q n : Q2R (power q n) = Q2R q ^ n.
Proof.
  induction n as [|n IH]; [unfold Q2R; simpl; field|]. cbn [power pow]. rewrite Q2R_red, Q2R_mult, IH. reflexivity.
Qed.

Lemma root_sound q s : root q = Some s -> sqrt (Q2R q) = Q2R s.
Proof.
  unfold root. cbv zeta. generalize (Qmake (Z.sqrt (Qnum (Qred q))) (Pos.sqrt (Qden (Qred q)))). intros t.
  destruct (Qle_bool 0 t) eqn:P, (Qeq_bool (t * t) q) eqn:E; try discriminate. intros F; injection F as <-.
  rewrite <- (Qeq_eqR _ _ (Qeq_bool_eq _ _ E)), Q2R_mult. apply sqrt_square.
  apply Qle_bool_iff, Qle_Rle in P. change (Q2R (inject_Z 0) <= Q2R t) in P. rewrite Q2R_whole in P. exact P.
Qed.

Lemma some (A : Type) (a b : A) : Some a = Some b -> b = a.
Proof. congruence. Qed.

Lemma value_sound e q : value e = Some q -> meaning e = Q2R q.
Proof.
  revert q; induction e as [z|n|a IHa b IHb|a IHa b IHb|a IHa|a IHa|a IHa n|a IHa|a IHa|a IHa];
    cbn [value meaning]; intros q E.
  1,2: apply some in E; subst q; rewrite Q2R_whole; first [reflexivity | apply INR_IZR_INZ].
  1: destruct (value a) as [p|], (value b) as [r|]; try discriminate; apply some in E; subst q;
    rewrite Q2R_red, Q2R_plus, (IHa _ eq_refl), (IHb _ eq_refl); reflexivity.
  1: destruct (value a) as [p|], (value b) as [r|]; try discriminate;
    [apply some in E; subst q; rewrite Q2R_red, Q2R_mult, (IHa _ eq_refl), (IHb _ eq_refl); reflexivity|..];
    (destruct (Qeq_bool _ _) eqn:N; [|discriminate]); apply some in E; subst q;
    first [rewrite (IHa _ eq_refl) | rewrite (IHb _ eq_refl)]; rewrite (Qeq_eqR _ _ (Qeq_bool_eq _ _ N)), (Q2R_whole 0); ring.
  all: destruct (value a) as [p|]; try discriminate; cbn [when] in E; rewrite (IHa _ eq_refl).
  - apply some in E; subst q. symmetry. apply Q2R_opp.
  - destruct (Qeq_bool p (inject_Z 0)) eqn:N; try discriminate. apply some in E; subst q. rewrite Q2R_red, Q2R_inv; [reflexivity|].
    intros Z. apply Qeq_bool_neq in N. exact (N Z).
  - apply some in E; subst q. symmetry. apply Q2R_power.
  - apply root_sound, E.
  - destruct (Qeq_bool p (inject_Z 0)) eqn:N; try discriminate. apply some in E; subst q.
    rewrite (Qeq_eqR _ _ (Qeq_bool_eq _ _ N)), (Q2R_whole 0), (Q2R_whole 1). apply exp_0.
  - destruct (Qeq_bool p (inject_Z 1)) eqn:N; try discriminate. apply some in E; subst q.
    rewrite (Qeq_eqR _ _ (Qeq_bool_eq _ _ N)), (Q2R_whole 0), (Q2R_whole 1). apply ln_1.
Qed.

(* How the values of two terms compare, where both have one. *)
Definition compared (a b : ground) : option comparison :=
  match value a, value b with Some p, Some q => Some (Qcompare p q) | _, _ => None end.

Lemma compared_sound a b c : compared a b = Some c ->
  match c with Eq => meaning a = meaning b | Lt => meaning a < meaning b | Gt => meaning b < meaning a end.
Proof.
  unfold compared. destruct (value a) as [p|] eqn:A, (value b) as [q|] eqn:B; try discriminate. intros [= <-].
  rewrite (value_sound _ _ A), (value_sound _ _ B). destruct (Qcompare p q) eqn:C.
  - apply Qeq_eqR, Qeq_alt, C.
  - apply Qlt_Rlt, Qlt_alt, C.
  - apply Qlt_Rlt, Qgt_alt, C.
Qed.

Lemma ground_eq a b : compared a b = Some Eq -> meaning a = meaning b.
Proof. apply (compared_sound a b Eq). Qed.

Lemma ground_lt a b : compared a b = Some Lt -> meaning a < meaning b.
Proof. apply (compared_sound a b Lt). Qed.

Lemma ground_le a b : match compared a b with Some Lt | Some Eq => true | _ => false end = true ->
  meaning a <= meaning b.
Proof.
  destruct (compared a b) as [[]|] eqn:C; try discriminate; intros _; apply compared_sound in C; lra.
Qed.

Lemma ground_ne a b : match compared a b with Some Lt | Some Gt => true | _ => false end = true ->
  meaning a <> meaning b.
Proof.
  destruct (compared a b) as [[]|] eqn:C; try discriminate; intros _; apply compared_sound in C; lra.
Qed.

(* The tree of a term, which is read at once, as a function of all that stands in it. *)
Ltac tree t :=
  let f := eval pattern R, IZR, INR, Rplus, Rminus, Rmult, Ropp, Rdiv, Rinv, pow, sqrt, exp, ln in t in
  lazymatch f with
  | ?g R IZR INR Rplus Rminus Rmult Ropp Rdiv Rinv pow sqrt exp ln =>
    eval cbv beta in (g ground Whole Natural Sum (fun a b => Sum a (Opposite b)) Product Opposite
      (fun a b => Product a (Inverse b)) Inverse Power Root Exponential Logarithm)
  end.

(* Decides a relation of two terms whose values are rational. *)
Ltac ground_by rule a b := let p := tree a in let q := tree b in exact (rule p q ltac:(vm_compute; reflexivity)).

Ltac ground :=
  lazymatch goal with
  | |- ?a = ?b => ground_by ground_eq a b
  | |- ?a < ?b => ground_by ground_lt a b
  | |- ?a > ?b => ground_by ground_lt b a
  | |- ?a <= ?b => ground_by ground_le a b
  | |- ?a >= ?b => apply Rle_ge; ground_by ground_le b a
  | |- ?a <> ?b => ground_by ground_ne a b
  end.
