(* Terms without variables: rational bounds of their values, where these are not rational.

   Candidates for bounds are computed in whatever way, and kept where a rational comparison shows that they are some. *)

From Coq Require Import QArith Qreals Qminmax.
From Symnorm Require Export Ground.
Open Scope R_scope.

(* What is between two rational numbers. *)
Definition within (i : Q * Q) (r : R) : Prop := Q2R (fst i) <= r <= Q2R (snd i).

Section Bounds.

(* How fine the bounds are: digits are kept to 1 / unit, and exponentials are squared, logarithms halved so often. *)
Variables (unit : positive) (steps : nat).

(* What denominators are cut to: the smaller a number, the finer. *)
Definition scale (q : Q) : positive :=
  (unit * Z.to_pos (Zpos (Qden q) / Z.max 1 (Z.abs (Qnum q)) + 1))%positive.

(* A rational number of at most so many digits below or above one that has more. *)
Definition down (q : Q) : Q :=
  let c := Qmake (Qnum q * Zpos (scale q) / Zpos (Qden q)) (scale q) in
  if (Qden q <=? scale q)%positive then q else if Qle_bool c q then c else q.

Definition up (q : Q) : Q := Qopp (down (Qopp q)).

(* Bounds of a root; the lower one of a negative number is 0, as its root is. *)
Definition root_below (q : Q) : Q :=
  let c := Qmake (Z.sqrt (Qnum q * Zpos unit * Zpos unit / Zpos (Qden q))) unit in
  if Qle_bool 0 c && Qle_bool (c * c) q then c else 0.

Definition root_above (q : Q) : option Q :=
  let c := Qmake (Z.sqrt (Qnum q * Zpos unit * Zpos unit / Zpos (Qden q)) + 1) unit in
  if Qle_bool 0 c && Qle_bool q (c * c) then Some c else None.

(* exp q = exp (q / 2) ^ 2, and 1 + q <= exp q <= 1 / (1 - q). *)
Fixpoint exp_below (n : nat) (q : Q) : Q :=
  match n with
  | O => if Qle_bool 0 (1 + q) then down (1 + q) else 0
  | S n => let s := exp_below n (q * (1 # 2)) in if Qle_bool 0 s then down (s * s) else 0
  end.

Fixpoint exp_above (n : nat) (q : Q) : option Q :=
  match n with
  | O => if Qlt_le_dec 0 (1 - q) then Some (up (/ (1 - q))) else None
  | S n => when (fun s => Some (up (s * s))) (exp_above n (q * (1 # 2)))
  end.

(* ln q = 2 ln (sqrt q), and 1 - 1 / q <= ln q <= q - 1. *)
Fixpoint ln_below (n : nat) (q : Q) : option Q :=
  if Qlt_le_dec 0 q then
    match n with
    | O => Some (1 - / q)%Q
    | S n => when (fun s => Some (2 * s)%Q) (ln_below n (root_below q))
    end
  else None.

Fixpoint ln_above (n : nat) (q : Q) : option Q :=
  if Qlt_le_dec 0 q then
    match n with
    | O => Some (q - 1)%Q
    | S n => when (fun r => when (fun s => Some (2 * s)%Q) (ln_above n r)) (root_above q)
    end
  else None.

Definition times (i j : Q * Q) : Q * Q :=
  let (a, b) := i in
  let (c, d) := j in
  (down (Qmin (Qmin (a * c) (a * d)) (Qmin (b * c) (b * d))), up (Qmax (Qmax (a * c) (a * d)) (Qmax (b * c) (b * d)))).

Definition inverse (i : Q * Q) : option (Q * Q) :=
  let (a, b) := i in
  if Qlt_le_dec 0 a then Some (down (/ b), up (/ a))%Q
  else if Qlt_le_dec b 0 then Some (down (/ b), up (/ a))%Q else None.

Definition chosen (A B : Type) (f : A -> option B) (p : option A) : option B :=
  match p with Some p => f p | None => None end.

Definition paired (A B : Type) (p : option A) (q : option B) : option (A * B) :=
  match p, q with Some p, Some q => Some (p, q) | _, _ => None end.

Fixpoint powered (i : Q * Q) (n : nat) : Q * Q :=
  match n with O => (inject_Z 1, inject_Z 1) | S n => times i (powered i n) end.

Fixpoint bounds (e : ground) : option (Q * Q) :=
  match e with
  | Whole z => Some (inject_Z z, inject_Z z)
  | Natural n => Some (inject_Z (Z.of_nat n), inject_Z (Z.of_nat n))
  | Sum a b => chosen _ _ (fun p => let '((a, b), (c, d)) := p in Some (down (a + c), up (b + d))%Q)
                 (paired _ _ (bounds a) (bounds b))
  | Product a b => chosen _ _ (fun p => Some (times (fst p) (snd p))) (paired _ _ (bounds a) (bounds b))
  | Opposite a => chosen _ _ (fun i => Some (- snd i, - fst i)%Q) (bounds a)
  | Inverse a => chosen _ _ inverse (bounds a)
  | Power a n => chosen _ _ (fun i => Some (powered i n)) (bounds a)
  | Root a => chosen _ _ (fun i => paired _ _ (Some (root_below (fst i))) (root_above (snd i))) (bounds a)
  | Exponential a =>
      chosen _ _ (fun i => paired _ _ (Some (exp_below steps (fst i))) (exp_above steps (snd i))) (bounds a)
  | Logarithm a => chosen _ _ (fun i => paired _ _ (ln_below steps (fst i)) (ln_above steps (snd i))) (bounds a)
  end.

(* --- Rational numbers as real ones ---------------------------------------------------------------------------------- *)

Lemma le_real p q : Qle_bool p q = true -> Q2R p <= Q2R q.
Proof. intros H. apply Qle_Rle, Qle_bool_iff, H. Qed.

Lemma real_0 : Q2R 0 = 0.
Proof. exact (Q2R_whole 0). Qed.

Lemma real_1 : Q2R 1 = 1.
Proof. exact (Q2R_whole 1). Qed.

Lemma real_half : Q2R (1 # 2) = / 2.
Proof. unfold Q2R; simpl. lra. Qed.

Lemma positive_real q : (0 < q)%Q -> 0 < Q2R q.
Proof. intros H. apply Qlt_Rlt in H. rewrite real_0 in H. exact H. Qed.

Lemma negative_real q : (q < 0)%Q -> Q2R q < 0.
Proof. intros H. apply Qlt_Rlt in H. rewrite real_0 in H. exact H. Qed.

Lemma inverse_real q : Q2R q <> 0 -> Q2R (/ q) = / Q2R q.
Proof. intros N. apply Q2R_inv. intros Z. apply N. rewrite (Qeq_eqR _ _ Z). apply real_0. Qed.

Lemma down_real q : Q2R (down q) <= Q2R q.
Proof.
  unfold down. destruct (_ <=? _)%positive; [lra|]. destruct (Qle_bool _ q) eqn:E; [apply le_real, E|lra].
Qed.

Lemma up_real q : Q2R q <= Q2R (up q).
Proof. unfold up. rewrite Q2R_opp. pose proof (down_real (- q)) as H. rewrite Q2R_opp in H. lra. Qed.

Lemma min_real p q : Q2R (Qmin p q) = Rmin (Q2R p) (Q2R q).
Proof.
  destruct (Q.min_spec p q) as [[L E]|[L E]]; rewrite (Qeq_eqR _ _ E).
  - apply Qlt_Rlt in L. rewrite Rmin_left; lra.
  - apply Qle_Rle in L. rewrite Rmin_right; lra.
Qed.

Lemma max_real p q : Q2R (Qmax p q) = Rmax (Q2R p) (Q2R q).
Proof.
  destruct (Q.max_spec p q) as [[L E]|[L E]]; rewrite (Qeq_eqR _ _ E).
  - apply Qlt_Rlt in L. rewrite Rmax_right; lra.
  - apply Qle_Rle in L. rewrite Rmax_left; lra.
Qed.

(* --- Products ------------------------------------------------------------------------------------------------------- *)

Lemma scaled a b x y : a <= x <= b -> Rmin (a * y) (b * y) <= x * y <= Rmax (a * y) (b * y).
Proof.
  intros H. pose proof (Rmin_l (a * y) (b * y)). pose proof (Rmin_r (a * y) (b * y)).
  pose proof (Rmax_l (a * y) (b * y)). pose proof (Rmax_r (a * y) (b * y)). destruct (Rle_lt_dec 0 y) as [Y|Y].
  - pose proof (Rmult_le_compat_r y a x Y (proj1 H)). pose proof (Rmult_le_compat_r y x b Y (proj2 H)). lra.
  - assert (N : y <= 0) by lra. pose proof (Rmult_le_compat_neg_l y a x N (proj1 H)).
    pose proof (Rmult_le_compat_neg_l y x b N (proj2 H)). rewrite !(Rmult_comm y) in *. lra.
Qed.

Lemma times_within i j x y : within i x -> within j y -> within (times i j) (x * y).
Proof.
  destruct i as [a b], j as [c d]. unfold within, times, fst, snd. intros X Y.
  split; [apply (Rle_trans _ _ _ (down_real _))|apply (fun H => Rle_trans _ _ _ H (up_real _))].
  all: rewrite ?min_real, ?max_real, ?Q2R_mult; pose proof (scaled _ _ x y X);
    pose proof (scaled _ _ y (Q2R a) Y) as A; pose proof (scaled _ _ y (Q2R b) Y) as B;
    rewrite (Rmult_comm (Q2R c)), (Rmult_comm (Q2R d)), (Rmult_comm y) in A, B.
  - apply (Rle_trans _ (Rmin (Q2R a * y) (Q2R b * y))); [|tauto]. apply Rmin_glb.
    + apply (Rle_trans _ (Rmin (Q2R a * Q2R c) (Q2R a * Q2R d))); [apply Rmin_l|tauto].
    + apply (Rle_trans _ (Rmin (Q2R b * Q2R c) (Q2R b * Q2R d))); [apply Rmin_r|tauto].
  - apply (Rle_trans _ (Rmax (Q2R a * y) (Q2R b * y))); [tauto|]. apply Rmax_case.
    + apply (Rle_trans _ (Rmax (Q2R a * Q2R c) (Q2R a * Q2R d))); [tauto|apply Rmax_l].
    + apply (Rle_trans _ (Rmax (Q2R b * Q2R c) (Q2R b * Q2R d))); [tauto|apply Rmax_r].
Qed.

Lemma powered_within i n x : within i x -> within (powered i n) (x ^ n).
Proof.
  intros H. induction n as [|n IH]; [unfold within; cbn [powered pow fst snd]; rewrite Q2R_whole; lra|]. exact (times_within _ _ _ _ H IH).
Qed.

Lemma inverse_within i j x : inverse i = Some j -> within i x -> within j (/ x).
Proof.
  destruct i as [a b]. unfold inverse, within. destruct (Qlt_le_dec 0 a) as [A|A].
  - intros E; apply some in E; subst j. cbn [fst snd]. intros X. apply positive_real in A.
    split; [apply (Rle_trans _ _ _ (down_real _))|apply (fun H => Rle_trans _ _ _ H (up_real _))];
      rewrite inverse_real by lra; apply Rinv_le_contravar; lra.
  - destruct (Qlt_le_dec b 0) as [B|B]; [|discriminate].
    intros E; apply some in E; subst j. cbn [fst snd]. intros X. apply negative_real in B.
    split; [apply (Rle_trans _ _ _ (down_real _))|apply (fun H => Rle_trans _ _ _ H (up_real _))];
      rewrite inverse_real by lra; apply Ropp_le_cancel; rewrite !Ropp_inv_permute by lra;
      apply Rinv_le_contravar; lra.
Qed.

(* --- Roots, exponentials, logarithms -------------------------------------------------------------------------------- *)

Lemma root_below_real q : 0 <= Q2R (root_below q) /\ (0 <= Q2R q -> Q2R (root_below q) * Q2R (root_below q) <= Q2R q).
Proof.
  unfold root_below. cbv zeta. generalize (Qmake (Z.sqrt (Qnum q * Zpos unit * Zpos unit / Zpos (Qden q))) unit).
  intros c. destruct (Qle_bool 0 c) eqn:P, (Qle_bool (c * c) q) eqn:S; cbn [andb]; rewrite ?real_0; try lra.
  apply le_real in P, S. rewrite real_0 in P. rewrite Q2R_mult in S. lra.
Qed.

Lemma root_below_le q x : Q2R q <= x -> Q2R (root_below q) <= sqrt x.
Proof.
  intros H. destruct (root_below_real q) as [P S]. destruct (Rle_lt_dec 0 (Q2R q)) as [N|N].
  - rewrite <- (sqrt_square (Q2R (root_below q))) by exact P. apply sqrt_le_1_alt. specialize (S N). lra.
  - unfold root_below in *. cbv zeta in *. destruct (Qle_bool 0 _ && Qle_bool _ q)%bool eqn:E.
    + apply andb_prop in E. destruct E as [_ E]. apply le_real in E. rewrite Q2R_mult in E.
      pose proof (Rle_0_sqr (Q2R (Qmake (Z.sqrt (Qnum q * Zpos unit * Zpos unit / Zpos (Qden q))) unit))) as S'.
      unfold Rsqr in S'. lra.
    + rewrite real_0. apply sqrt_pos.
Qed.

Lemma root_above_ge q r x : root_above q = Some r -> x <= Q2R q -> 0 <= Q2R r /\ sqrt x <= Q2R r.
Proof.
  unfold root_above. cbv zeta. generalize (Qmake (Z.sqrt (Qnum q * Zpos unit * Zpos unit / Zpos (Qden q)) + 1) unit).
  intros c. destruct (Qle_bool 0 c) eqn:P, (Qle_bool q (c * c)) eqn:S; cbn [andb]; try discriminate.
  intros E H; apply some in E; subst r. apply le_real in P, S. rewrite real_0 in P. rewrite Q2R_mult in S.
  split; [exact P|]. rewrite <- (sqrt_square (Q2R c)) by exact P. apply sqrt_le_1_alt. lra.
Qed.

Lemma exp_least x : 1 + x <= exp x.
Proof. destruct (Req_dec x 0) as [->|N]; [rewrite exp_0; lra|]. pose proof (exp_ineq1 x N). lra. Qed.

Lemma exp_halves x : exp x = exp (x * / 2) * exp (x * / 2).
Proof. rewrite <- exp_plus. f_equal. lra. Qed.

Lemma exp_below_le n q : Q2R (exp_below n q) <= exp (Q2R q).
Proof.
  revert q; induction n as [|n IH]; intros q; cbn [exp_below].
  - destruct (Qle_bool 0 (1 + q)); [|rewrite real_0; left; apply exp_pos].
    apply (Rle_trans _ _ _ (down_real _)). rewrite Q2R_plus, real_1. apply exp_least.
  - cbv zeta. specialize (IH (q * (1 # 2))%Q). destruct (Qle_bool 0 _) eqn:P; [|rewrite real_0; left; apply exp_pos].
    apply le_real in P. rewrite real_0 in P. apply (Rle_trans _ _ _ (down_real _)).
    rewrite Q2R_mult, (exp_halves (Q2R q)). rewrite (Q2R_mult q), real_half in IH. apply Rmult_le_compat; assumption.
Qed.

Lemma exp_above_ge n q r : exp_above n q = Some r -> exp (Q2R q) <= Q2R r.
Proof.
  revert q r; induction n as [|n IH]; intros q r; cbn [exp_above].
  - destruct (Qlt_le_dec 0 (1 - q)) as [P|]; [|discriminate]. intros E; apply some in E; subst r.
    apply positive_real in P. apply (fun H => Rle_trans _ _ _ H (up_real _)). rewrite inverse_real by lra.
    unfold Qminus in *. rewrite Q2R_plus, Q2R_opp, real_1 in *. rewrite <- (Ropp_involutive (Q2R q)) at 1.
    rewrite exp_Ropp. apply Rinv_le_contravar; [exact P|]. apply exp_least.
  - unfold when. destruct (exp_above n (q * (1 # 2))) as [s|] eqn:F; [|discriminate].
    intros E; apply some in E; subst r. apply IH in F. rewrite Q2R_mult, real_half in F.
    apply (fun H => Rle_trans _ _ _ H (up_real _)). rewrite Q2R_mult, (exp_halves (Q2R q)).
    pose proof (exp_pos (Q2R q * / 2)). apply Rmult_le_compat; lra.
Qed.

Lemma ln_most x : 0 < x -> ln x <= x - 1.
Proof. intros P. pose proof (exp_least (ln x)) as H. rewrite exp_ln in H by exact P. lra. Qed.

Lemma ln_least x : 0 < x -> 1 - / x <= ln x.
Proof.
  intros P. pose proof (ln_most (/ x) (Rinv_0_lt_compat _ P)) as H. rewrite ln_Rinv in H by exact P. lra.
Qed.

Lemma ln_root x : 0 < x -> ln x = 2 * ln (sqrt x).
Proof.
  intros P. rewrite <- (sqrt_sqrt x) at 1 by lra. pose proof (sqrt_lt_R0 x P). rewrite ln_mult by assumption. lra.
Qed.

Lemma ln_le_real x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros P [L|E]; [left; apply ln_increasing; assumption|right; congruence]. Qed.

Lemma ln_below_le n q r x : ln_below n q = Some r -> Q2R q <= x -> Q2R r <= ln x.
Proof.
  revert q r x; induction n as [|n IH]; intros q r x; cbn [ln_below]; destruct (Qlt_le_dec 0 q) as [P|]; try discriminate;
    apply positive_real in P; intros E H; apply (fun G => Rle_trans _ _ _ G (ln_le_real _ _ P H)).
  - apply some in E; subst r. unfold Qminus. rewrite Q2R_plus, Q2R_opp, real_1, inverse_real by lra.
    exact (ln_least _ P).
  - unfold when in E. destruct (ln_below n (root_below q)) as [s|] eqn:F; [|discriminate].
    apply some in E; subst r. apply (IH _ _ (sqrt (Q2R q))) in F; [|apply root_below_le; lra].
    rewrite Q2R_mult, (ln_root _ P). unfold Q2R at 1; simpl. lra.
Qed.

Lemma ln_above_ge n q r x : ln_above n q = Some r -> 0 < x -> x <= Q2R q -> ln x <= Q2R r.
Proof.
  revert q r x; induction n as [|n IH]; intros q r x; cbn [ln_above]; destruct (Qlt_le_dec 0 q) as [P|]; try discriminate;
    apply positive_real in P; intros E X H; apply (Rle_trans _ _ _ (ln_le_real _ _ X H)).
  - apply some in E; subst r. unfold Qminus. rewrite Q2R_plus, Q2R_opp, real_1. exact (ln_most _ P).
  - unfold when in E. destruct (root_above q) as [t|] eqn:T; [|discriminate].
    destruct (ln_above n t) as [s|] eqn:F; [|discriminate]. apply some in E; subst r.
    apply (IH _ _ (sqrt (Q2R q))) in F; [|apply sqrt_lt_R0, P|apply (root_above_ge _ _ _ T); lra].
    rewrite Q2R_mult, (ln_root _ P). unfold Q2R at 2; simpl. lra.
Qed.

(* --- Terms ---------------------------------------------------------------------------------------------------------- *)

Lemma bounds_sound e i : bounds e = Some i -> within i (meaning e).
Proof.
  revert i; induction e as [z|n|a IHa b IHb|a IHa b IHb|a IHa|a IHa|a IHa n|a IHa|a IHa|a IHa];
    cbn [bounds meaning]; intros i E.
  1: apply some in E; subst i; unfold within; cbn [fst snd]; rewrite Q2R_whole; lra.
  1: apply some in E; subst i; unfold within; cbn [fst snd]; rewrite Q2R_whole, <- INR_IZR_INZ; lra.
  1,2: unfold chosen, paired in E; destruct (bounds a) as [[p q]|], (bounds b) as [[r s]|]; try discriminate;
    specialize (IHa _ eq_refl); specialize (IHb _ eq_refl); apply some in E; subst i.
  - unfold within in *; cbn [fst snd] in *. pose proof (down_real (p + r)) as L. pose proof (up_real (q + s)) as U.
    rewrite Q2R_plus in L, U. lra.
  - exact (times_within _ _ _ _ IHa IHb).
  - unfold chosen in E. destruct (bounds a) as [[p q]|]; try discriminate. specialize (IHa _ eq_refl).
    apply some in E; subst i. unfold within in *; cbn [fst snd] in *. rewrite !Q2R_opp. lra.
  - unfold chosen in E. destruct (bounds a) as [j|]; try discriminate. exact (inverse_within _ _ _ E (IHa _ eq_refl)).
  - unfold chosen in E. destruct (bounds a) as [j|]; try discriminate. apply some in E; subst i.
    exact (powered_within _ _ _ (IHa _ eq_refl)).
  - unfold chosen, paired in E. destruct (bounds a) as [[p q]|]; try discriminate. specialize (IHa _ eq_refl).
    unfold within in *; cbn [fst snd] in *. destruct (root_above q) as [r|] eqn:R; [|discriminate].
    apply some in E; subst i. cbn [fst snd]. split; [apply root_below_le; lra|apply (root_above_ge _ _ _ R); lra].
  - unfold chosen, paired in E. destruct (bounds a) as [[p q]|]; try discriminate. specialize (IHa _ eq_refl).
    unfold within in *; cbn [fst snd] in *. destruct (exp_above steps q) as [r|] eqn:R; [|discriminate].
    apply some in E; subst i. cbn [fst snd]. destruct IHa as [L U]. split.
    + apply (Rle_trans _ _ _ (exp_below_le _ _)). destruct L as [L| ->]; [left; apply exp_increasing, L|lra].
    + apply (fun H => Rle_trans _ _ _ H (exp_above_ge _ _ _ R)). destruct U as [U| ->]; [left; apply exp_increasing, U|lra].
  - unfold chosen, paired in E. destruct (bounds a) as [[p q]|]; try discriminate. specialize (IHa _ eq_refl).
    unfold within in *; cbn [fst snd] in *. destruct (ln_below steps p) as [l|] eqn:L; [|discriminate].
    destruct (ln_above steps q) as [r|] eqn:R; [|discriminate].
    apply some in E; subst i. cbn [fst snd]. split; [exact (ln_below_le _ _ _ _ L (proj1 IHa))|].
    apply (ln_above_ge _ _ _ _ R); [|tauto]. revert L. case steps; [|intros n]; cbn [ln_below];
      (destruct (Qlt_le_dec 0 p) as [P|]; [|discriminate]); apply positive_real in P; lra.
Qed.

Definition bounded_lt (a b : ground) : bool :=
  match bounds a, bounds b with Some (_, p), Some (q, _) => negb (Qle_bool q p) | _, _ => false end.

Definition bounded_le (a b : ground) : bool :=
  match bounds a, bounds b with Some (_, p), Some (q, _) => Qle_bool p q | _, _ => false end.

Lemma bounds_lt a b : bounded_lt a b = true -> meaning a < meaning b.
Proof.
  unfold bounded_lt. destruct (bounds a) as [[l p]|] eqn:A, (bounds b) as [[q u]|] eqn:B; try discriminate.
  intros E. apply bounds_sound in A, B. unfold within in *; cbn [fst snd] in *.
  destruct (Qle_bool q p) eqn:F; [discriminate|]. assert (L : (p < q)%Q).
  { apply Qnot_le_lt. intros G. apply Qle_bool_iff in G. congruence. }
  apply Qlt_Rlt in L. lra.
Qed.

Lemma bounds_le a b : bounded_le a b = true -> meaning a <= meaning b.
Proof.
  unfold bounded_le. destruct (bounds a) as [[l p]|] eqn:A, (bounds b) as [[q u]|] eqn:B; try discriminate.
  intros E. apply bounds_sound in A, B. apply le_real in E. unfold within in *; cbn [fst snd] in *. lra.
Qed.

Lemma bounds_ne a b : (bounded_lt a b || bounded_lt b a)%bool = true -> meaning a <> meaning b.
Proof. intros E. apply Bool.orb_prop in E. destruct E as [E|E]; apply bounds_lt in E; lra. Qed.

End Bounds.

(* Decides a relation of two terms by their bounds: by coarse ones, if these are enough. *)
Ltac bounded_by unit steps :=
  lazymatch goal with
  | |- ?a < ?b => ground_by (bounds_lt unit steps) a b
  | |- ?a > ?b => ground_by (bounds_lt unit steps) b a
  | |- ?a <= ?b => ground_by (bounds_le unit steps) a b
  | |- ?a >= ?b => apply Rle_ge; ground_by (bounds_le unit steps) b a
  | |- ?a <> ?b => ground_by (bounds_ne unit steps) a b
  end.

Ltac bounded := first [ bounded_by (2 ^ 24)%positive 12%nat | bounded_by (2 ^ 120)%positive 40%nat ].
