(* The library under every exported theorem: definitions, then lemmas about them.

   The definitions are all that a reader has to know beside Rocq and Coquelicot. A vector of n entries is a function
   from the natural numbers, of which the entries 0, ..., n - 1 count, and an array one of two or three such numbers;
   roots, exponentials and logarithms are those of Rocq. The lemmas are proved here and need not be read. *)

From Coq Require Export Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Export Coquelicot.
From Symnorm Require Export Rational.
Open Scope R_scope.

(* ===== Definitions ================================================================================================ *)

(* The sum of f over 0, ..., n - 1. *)
Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S m => sum m f + f m end.

(* The same without the term of one index, or of two. *)
Definition sum_but (n i : nat) (f : nat -> R) : R :=
  sum n (fun k => if Nat.eq_dec k i then 0 else f k).

Definition sum_but_two (n i j : nat) (f : nat -> R) : R :=
  sum n (fun k => if Nat.eq_dec k i then 0 else if Nat.eq_dec k j then 0 else f k).

(* The sum of f over first, ..., last, which is zero where last comes before first. *)
Definition total (first : nat) (last : Z) (f : nat -> R) : R :=
  sum (Z.to_nat (last + 1 - Z.of_nat first)) (fun k => f (first + k)%nat).

(* Kronecker's delta. *)
Definition delta (i j : nat) : R := if Nat.eq_dec i j then 1 else 0.

(* The vector x with t in the place of entry i. *)
Definition upd (x : nat -> R) (i : nat) (t : R) : nat -> R :=
  fun k => if Nat.eq_dec k i then t else x k.

(* The derivative along entry i: that it exists and is d, that it exists, and its value. *)
Definition is_partial (f : (nat -> R) -> R) (x : nat -> R) (i : nat) (d : R) : Prop :=
  is_derive (fun t => f (upd x i t)) (x i) d.

Definition ex_partial (f : (nat -> R) -> R) (x : nat -> R) (i : nat) : Prop :=
  ex_derive (fun t => f (upd x i t)) (x i).

Definition partial (f : (nat -> R) -> R) (x : nat -> R) (i : nat) : R :=
  Derive (fun t => f (upd x i t)) (x i).

(* What holds around the point, wherever entry i is moved a little. *)
Definition around (P : (nat -> R) -> Prop) (x : nat -> R) (i : nat) : Prop :=
  locally (x i) (fun t => P (upd x i t)).

(* ===== Lemmas ===================================================================================================== *)

(* --- Sums --------------------------------------------------------------------------------------------------------- *)

Lemma sum_ext n f g : (forall k, (k < n)%nat -> f k = g k) -> sum n f = sum n g.
Proof.
  intros H; induction n as [|n IH]; simpl; [reflexivity|].
  rewrite IH by (intros k Hk; apply H; lia). rewrite (H n) by lia. reflexivity.
Qed.

Lemma sum_zero n : sum n (fun _ => 0) = 0.
Proof. induction n as [|n IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma sum_plus n f g : sum n (fun k => f k + g k) = sum n f + sum n g.
Proof. induction n as [|n IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma sum_scal n a f : sum n (fun k => a * f k) = a * sum n f.
Proof. induction n as [|n IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma sum_one n : sum n (fun _ => 1) = INR n.
Proof. induction n as [|n IH]; [reflexivity|]. rewrite S_INR. simpl sum. rewrite IH. reflexivity. Qed.

Lemma sum_delta n i f : (i < n)%nat -> sum n (fun k => delta k i * f k) = f i.
Proof.
  revert i; induction n as [|n IH]; intros i Hi; [lia|]; simpl.
  destruct (Nat.eq_dec n i) as [->|N].
  - rewrite (sum_ext i _ (fun _ => 0)), sum_zero.
    + unfold delta; destruct (Nat.eq_dec i i); [ring|lia].
    + intros k Hk; unfold delta; destruct (Nat.eq_dec k i); [lia|ring].
  - rewrite IH by lia. unfold delta; destruct (Nat.eq_dec n i); [lia|ring].
Qed.

Lemma sum_nonneg n f : (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= sum n f.
Proof.
  intros H; induction n as [|n IH]; simpl; [lra|].
  apply Rplus_le_le_0_compat; [apply IH; intros k Hk|]; apply H; lia.
Qed.

Lemma sum_positive n f : (1 <= n)%nat -> (forall k, (k < n)%nat -> 0 < f k) -> 0 < sum n f.
Proof.
  intros N H; destruct n as [|n]; [lia|]; simpl.
  apply Rplus_le_lt_0_compat; [apply sum_nonneg; intros k Hk; apply Rlt_le|]; apply H; lia.
Qed.

Lemma length_nonneg n : (1 <= n)%nat -> 0 <= INR n - 1.
Proof. intros N. apply le_INR in N. simpl in N. lra. Qed.

Lemma sum_but_nonneg n i f : (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= sum_but n i f.
Proof. intros H. apply sum_nonneg; intros k Hk. destruct (Nat.eq_dec k i); [lra|exact (H k Hk)]. Qed.

Lemma sum_but_two_nonneg n i j f : (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= sum_but_two n i j f.
Proof.
  intros H. apply sum_nonneg; intros k Hk.
  destruct (Nat.eq_dec k i); [lra|]. destruct (Nat.eq_dec k j); [lra|exact (H k Hk)].
Qed.

Lemma sum_vanishing n f : (forall k, (k < n)%nat -> f k = 0) -> sum n f = 0.
Proof. intros H. rewrite (sum_ext n f (fun _ => 0) H). apply sum_zero. Qed.

Lemma sum_but_all n i f : (i < n)%nat -> sum_but n i f = sum n f - f i.
Proof.
  intros Hi. rewrite <- (sum_delta n i f Hi). unfold sum_but.
  replace (sum n f - _) with (sum n f + (-1) * sum n (fun k => delta k i * f k)) by ring.
  rewrite <- sum_scal, <- sum_plus. apply sum_ext; intros k Hk.
  unfold delta; destruct (Nat.eq_dec k i); ring.
Qed.

Lemma sum_but_two_all n i j f : (i < n)%nat -> (j < n)%nat ->
  sum_but_two n i j f = sum n f - f i - f j * (1 - delta i j).
Proof.
  intros Hi Hj. unfold sum_but_two.
  pose proof (sum_but_all n i (fun k => if Nat.eq_dec k j then 0 else f k) Hi) as E. unfold sum_but in E. rewrite E.
  pose proof (sum_but_all n j f Hj) as F. unfold sum_but in F. rewrite F.
  unfold delta; destruct (Nat.eq_dec i j); subst; ring.
Qed.

Lemma sum_delta_sym n i f : (i < n)%nat -> sum n (fun k => delta i k * f k) = f i.
Proof.
  intros Hi. rewrite <- (sum_delta n i f Hi). apply sum_ext; intros k Hk.
  unfold delta; destruct (Nat.eq_dec i k), (Nat.eq_dec k i); subst; congruence.
Qed.

Lemma sum_but_ext n i f g : (forall k, (k < n)%nat -> f k = g k) -> sum_but n i f = sum_but n i g.
Proof. intros H. apply sum_ext; intros k Hk. destruct (Nat.eq_dec k i); auto. Qed.

Lemma sum_but_two_ext n i j f g : (forall k, (k < n)%nat -> f k = g k) -> sum_but_two n i j f = sum_but_two n i j g.
Proof. intros H. apply sum_ext; intros k Hk. destruct (Nat.eq_dec k i), (Nat.eq_dec k j); auto. Qed.

Lemma sum_but_value n i f S a : (i < n)%nat -> sum n f = S -> f i = a -> sum_but n i f = S - a.
Proof. intros Hi <- <-. exact (sum_but_all n i f Hi). Qed.

Lemma sum_but_two_value n i j f S a b d : (i < n)%nat -> (j < n)%nat -> sum n f = S -> f i = a -> f j = b ->
  delta i j = d -> sum_but_two n i j f = S - a - b * (1 - d).
Proof. intros Hi Hj <- <- <- <-. exact (sum_but_two_all n i j f Hi Hj). Qed.

(* A sum term by term: from the sums of f and of g to that of a f + g. *)
Lemma sum_swap n m (h : nat -> nat -> R) :
  sum n (fun k => sum m (fun l => h k l)) = sum m (fun l => sum n (fun k => h k l)).
Proof.
  induction n as [|n IH]; simpl; [symmetry; apply sum_zero|].
  rewrite IH, <- sum_plus. apply sum_ext; intros l Hl. reflexivity.
Qed.

Lemma sum_factor n f g c : (forall k, (k < n)%nat -> f k = g k * c) -> sum n f = sum n g * c.
Proof.
  intros H. rewrite Rmult_comm, <- sum_scal. apply sum_ext; intros k Hk. rewrite (H k Hk). apply Rmult_comm.
Qed.

Lemma sum_step n a f g F G : sum n f = F -> sum n g = G -> sum n (fun k => a * f k + g k) = a * F + G.
Proof. intros <- <-. rewrite sum_plus, sum_scal. reflexivity. Qed.

Lemma sum_last n a f F : sum n f = F -> sum n (fun k => a * f k) = a * F.
Proof. intros <-. apply sum_scal. Qed.

(* --- Kronecker's delta -------------------------------------------------------------------------------------------- *)

Lemma delta_case i j : (i = j /\ delta i j = 1) \/ (i <> j /\ delta i j = 0).
Proof. unfold delta; destruct (Nat.eq_dec i j); [left|right]; auto. Qed.

Lemma delta_sym i j : delta i j = delta j i.
Proof. unfold delta; destruct (Nat.eq_dec i j), (Nat.eq_dec j i); subst; congruence. Qed.

Lemma delta_same i : delta i i = 1.
Proof. unfold delta; destruct (Nat.eq_dec i i); congruence. Qed.

(* --- Vectors ------------------------------------------------------------------------------------------------------ *)

Lemma upd_id x i : upd x i (x i) = x.
Proof. apply functional_extensionality; intros k; unfold upd; destruct (Nat.eq_dec k i); subst; reflexivity. Qed.

(* --- Roots, exponentials, logarithms ------------------------------------------------------------------------------ *)

Lemma root_square q : 0 <= q -> sqrt q ^ 2 = q.
Proof. exact (pow2_sqrt q). Qed.

Lemma sqrt_exact c a : 0 <= c -> a = c ^ 2 -> sqrt a = c.
Proof. intros P ->. exact (sqrt_pow2 c P). Qed.

Lemma sqrt_scaled c a q : 0 <= c -> 0 <= q -> a = c ^ 2 * q -> sqrt a = c * sqrt q.
Proof. intros H Q ->. rewrite sqrt_mult by (try apply pow2_ge_0; exact Q). rewrite sqrt_pow2 by exact H. reflexivity. Qed.

Lemma exp_nonzero u : exp u <> 0.
Proof. apply Rgt_not_eq, exp_pos. Qed.

Lemma exp_times n u : exp (INR n * u) = exp u ^ n.
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l. simpl. ring.
Qed.

Lemma exp_multiple (n : nat) c u : c = INR n -> exp (c * u) = exp u ^ n.
Proof. intros ->. apply exp_times. Qed.

Lemma exp_power n u v : exp u = v -> exp (IZR (Z.of_nat n) * u) = v ^ n.
Proof. intros <-. rewrite <- INR_IZR_INZ. apply exp_times. Qed.

Lemma exp_power_less n u v : exp u = v -> exp (IZR (- Z.of_nat n) * u) = / v ^ n.
Proof.
  intros <-. rewrite opp_IZR, <- INR_IZR_INZ, <- exp_times, <- exp_Ropp. apply f_equal. ring.
Qed.

Lemma exp_step a b v w : exp a = v -> exp b = w -> exp (a + b) = v * w.
Proof. intros <- <-. apply exp_plus. Qed.

Lemma exp_half_ln f : 0 < f -> exp (ln f / 2) = sqrt f.
Proof.
  intros P. symmetry. apply sqrt_lem_1; [lra|left; apply exp_pos|].
  rewrite <- exp_plus. replace (ln f / 2 + ln f / 2) with (ln f) by field. exact (exp_ln f P).
Qed.

(* The logarithm of a product of powers, factor by factor. *)
Lemma ln_power n f l p s : 0 < f -> ln f = l -> 0 < p -> ln p = s -> ln (f ^ n * p) = IZR (Z.of_nat n) * l + s.
Proof.
  intros F <- P <-. rewrite ln_mult by (try apply pow_lt; assumption). f_equal. rewrite <- INR_IZR_INZ.
  apply exp_inv. rewrite exp_times, !exp_ln by (try apply pow_lt; exact F). reflexivity.
Qed.

Lemma ln_power_positive n f p : 0 < f -> 0 < p -> 0 < f ^ n * p.
Proof. intros F P. apply Rmult_lt_0_compat; [apply pow_lt|]; assumption. Qed.

Lemma ln_power_less n f l p s : 0 < f -> ln f = l -> 0 < p -> ln p = s ->
  ln (/ f ^ n * p) = IZR (- Z.of_nat n) * l + s.
Proof.
  intros F L P S. pose proof (pow_lt f n F) as Q. rewrite ln_mult by (try apply Rinv_0_lt_compat; assumption).
  rewrite ln_Rinv by exact Q. rewrite opp_IZR, Ropp_mult_distr_l_reverse, S. do 2 f_equal.
  rewrite <- (Rmult_1_r (f ^ n)), (ln_power n f l 1 0) by (try assumption; try exact ln_1; lra). ring.
Qed.

Lemma ln_power_less_positive n f p : 0 < f -> 0 < p -> 0 < / f ^ n * p.
Proof. intros F P. apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat, pow_lt|]; assumption. Qed.

Lemma ln_whole p s : ln p = s -> p = 1 -> s = 0.
Proof. intros <- ->. exact ln_1. Qed.

Lemma tanh_exp u : tanh u = (exp u ^ 2 - 1) / (exp u ^ 2 + 1).
Proof.
  unfold tanh, sinh, cosh. rewrite exp_Ropp. pose proof (exp_pos u) as P.
  assert (0 < exp u * exp u) by (apply Rmult_lt_0_compat; exact P).
  field. repeat split; apply Rgt_not_eq; lra.
Qed.

Lemma tanh_double u : tanh u = (exp (2 * u) - 1) / (exp (2 * u) + 1).
Proof. rewrite (exp_multiple 2) by (simpl; lra). apply tanh_exp. Qed.

(* --- Signs -------------------------------------------------------------------------------------------------------- *)

Lemma nonzero_factor n p h : n <> 0 -> n = p * h -> p <> 0.
Proof. intros N E Z. apply N. rewrite E, Z. ring. Qed.

Lemma nonzero_over n d : n <> 0 -> d <> 0 -> n / d <> 0.
Proof. intros N D. apply Rmult_integral_contrapositive_currified; [exact N|apply Rinv_neq_0_compat; exact D]. Qed.

Lemma over_nonzero n d : n / d <> 0 -> n <> 0.
Proof. intros N Z. apply N. rewrite Z. unfold Rdiv. ring. Qed.

Lemma same_nonzero a b : a = b -> a <> 0 -> b <> 0.
Proof. intros <-; auto. Qed.

Lemma same_positive a b : a = b -> 0 < a -> 0 < b.
Proof. intros <-; auto. Qed.

Lemma same_nonneg a b : a = b -> 0 <= a -> 0 <= b.
Proof. intros <-; auto. Qed.

Lemma less_positive a b : a < b -> 0 < b - a.
Proof. lra. Qed.

Lemma less_nonneg a b : a <= b -> 0 <= b - a.
Proof. lra. Qed.

Lemma differ_nonzero a b : a <> b -> a - b <> 0.
Proof. lra. Qed.

Lemma positive_less a b : 0 < b - a -> a < b.
Proof. lra. Qed.

Lemma nonneg_less a b : 0 <= b - a -> a <= b.
Proof. lra. Qed.

Lemma nonzero_differ a b : a - b <> 0 -> a <> b.
Proof. lra. Qed.

Lemma positive_nonzero a : 0 < a -> a <> 0.
Proof. lra. Qed.

Lemma positive_nonneg a : 0 < a -> 0 <= a.
Proof. lra. Qed.

Lemma plus_positive_nonneg a b : 0 < a -> 0 <= b -> 0 < a + b.
Proof. lra. Qed.

Lemma plus_nonneg_positive a b : 0 <= a -> 0 < b -> 0 < a + b.
Proof. lra. Qed.

Lemma plus_positive a b : 0 < a -> 0 < b -> 0 < a + b.
Proof. lra. Qed.

Lemma plus_nonneg a b : 0 <= a -> 0 <= b -> 0 <= a + b.
Proof. lra. Qed.

Lemma mult_nonzero a b : a <> 0 -> b <> 0 -> a * b <> 0.
Proof. apply Rmult_integral_contrapositive_currified. Qed.

Lemma square_positive a : a <> 0 -> 0 < a ^ 2.
Proof. intros H. replace (a ^ 2) with (a * a) by ring. exact (Rsqr_pos_lt a H). Qed.

Lemma inverse_nonneg a : 0 <= a -> 0 <= / a.
Proof.
  intros [P| <-]; [left; apply Rinv_0_lt_compat; exact P|right; symmetry; apply Rinv_0].
Qed.

Lemma sqrt_nonzero q : 0 <= q -> q <> 0 -> sqrt q <> 0.
Proof. intros Q N Z. apply N. exact (sqrt_eq_0 q Q Z). Qed.

Lemma root_positive q : sqrt q <> 0 -> 0 < q.
Proof. intros N. destruct (Rlt_le_dec 0 q) as [P|P]; [exact P|]. destruct N. apply sqrt_neg_0, P. Qed.

Lemma nonneg_over n d : 0 <= n -> 0 < d -> 0 <= n / d.
Proof. intros N D. apply Rmult_le_pos; [exact N|left; apply Rinv_0_lt_compat; exact D]. Qed.

Lemma inverse_positive a : 0 < a -> 0 < 1 / a.
Proof. intros P. apply Rdiv_lt_0_compat; lra. Qed.

Lemma inverse_nonzero a : a <> 0 -> 1 / a <> 0.
Proof. intros N. exact (nonzero_over 1 a R1_neq_R0 N). Qed.

Lemma exp_bound u v : exp u = v -> 0 <= v - u - 1.
Proof. intros <-. destruct (Req_dec u 0) as [->|N]; [rewrite exp_0; lra|]. pose proof (exp_ineq1 u N). lra. Qed.

(* --- Equations ---------------------------------------------------------------------------------------------------- *)

Lemma vanishing a b : a = b -> a - b = 0.
Proof. lra. Qed.

Lemma equal_of_vanishing a b : a - b = 0 -> a = b.
Proof. lra. Qed.

Lemma term_vanishes c a : a = 0 -> c * a = 0.
Proof. intros ->. ring. Qed.

Lemma sum_vanishes a b : a = 0 -> b = 0 -> a + b = 0.
Proof. intros -> ->. ring. Qed.

Lemma either_vanishes a b (P Q : Prop) : P \/ Q -> (P -> a = 0) -> (Q -> b = 0) -> a * b = 0.
Proof. intros [H|H] A B; [rewrite (A H)|rewrite (B H)]; ring. Qed.

Lemma either_holds a b (P Q : Prop) : a * b = 0 -> (a = 0 -> P) -> (b = 0 -> Q) -> P \/ Q.
Proof. intros E A B. destruct (Rmult_integral _ _ E); [left; auto|right; auto]. Qed.

Lemma vanishing_factor m a : m <> 0 -> m * a = 0 -> a = 0.
Proof. intros N E. destruct (Rmult_integral _ _ E); [contradiction|assumption]. Qed.

Lemma equal_exponents m a b : m <> 0 -> exp (m * a) - exp (m * b) = 0 -> a = b.
Proof.
  intros N E. apply (Rmult_eq_reg_l m); [|exact N]. apply exp_inv. lra.
Qed.

Lemma equal_roots a b : 0 <= a -> 0 <= b -> a ^ 2 - b ^ 2 = 0 -> a - b = 0.
Proof.
  intros A B E. replace (a ^ 2 - b ^ 2) with ((a - b) * (a + b)) in E by ring.
  destruct (Rmult_integral _ _ E); lra.
Qed.

Lemma square_vanishing a : a ^ 2 = 0 -> a = 0.
Proof. intros E. replace (a ^ 2) with (a * a) in E by ring. destruct (Rmult_integral _ _ E); assumption. Qed.

Lemma moved_to (P : R -> Prop) a b : a = b -> P a -> P b.
Proof. intros <-; auto. Qed.

(* --- Derivatives: one rule for each constructor ------------------------------------------------------------------- *)

Section Derivatives.

Implicit Types (f g : R -> R) (x a b d e : R).

Lemma d_eq f x d e : is_derive f x d -> d = e -> is_derive f x e.
Proof. intros H <-. exact H. Qed.

Lemma d_value f x d : is_derive f x d -> Derive f x = d.
Proof. apply is_derive_unique. Qed.

Lemma d_exists f x d : is_derive f x d -> ex_derive f x.
Proof. exists d; assumption. Qed.

Lemma d_const a x : is_derive (fun _ : R => a) x 0.
Proof. apply (@is_derive_const R_AbsRing). Qed.

Lemma d_id x : is_derive (fun t : R => t) x 1.
Proof. apply (@is_derive_id R_AbsRing). Qed.

Lemma d_plus f g x a b : is_derive f x a -> is_derive g x b -> is_derive (fun t => f t + g t) x (a + b).
Proof. intros F G. exact (is_derive_plus f g x a b F G). Qed.

Lemma d_minus f g x a b : is_derive f x a -> is_derive g x b -> is_derive (fun t => f t - g t) x (a - b).
Proof. intros F G. exact (is_derive_minus f g x a b F G). Qed.

Lemma d_opp f x a : is_derive f x a -> is_derive (fun t => - f t) x (- a).
Proof. intros F. exact (is_derive_opp f x a F). Qed.

Lemma d_mult f g x a b : is_derive f x a -> is_derive g x b ->
  is_derive (fun t => f t * g t) x (a * g x + f x * b).
Proof. intros F G. apply (is_derive_mult f g x a b F G). intros u v; apply Rmult_comm. Qed.

Lemma d_div f g x a b : is_derive f x a -> is_derive g x b -> g x <> 0 ->
  is_derive (fun t => f t / g t) x ((a * g x - f x * b) / g x ^ 2).
Proof. intros F G N. exact (is_derive_div f g x a b F G N). Qed.

Lemma d_inv f x a : is_derive f x a -> f x <> 0 -> is_derive (fun t => / f t) x (- a / f x ^ 2).
Proof. intros F N. exact (is_derive_inv f x a F N). Qed.

Lemma d_pow f n x a : is_derive f x a -> is_derive (fun t => f t ^ n) x (INR n * a * f x ^ pred n).
Proof. intros F. exact (is_derive_pow f n x a F). Qed.

Lemma d_power f m x a : is_derive f x a -> is_derive (fun t => f t ^ S m) x (IZR (Z.of_nat (S m)) * a * f x ^ m).
Proof. intros F. rewrite <- INR_IZR_INZ. exact (d_pow f (S m) x a F). Qed.

Lemma d_sqrt f x a : is_derive f x a -> 0 < f x -> is_derive (fun t => sqrt (f t)) x (a / (2 * sqrt (f x))).
Proof. intros F P. exact (is_derive_sqrt f x a F P). Qed.

Lemma d_exp f x a : is_derive f x a -> is_derive (fun t => exp (f t)) x (a * exp (f x)).
Proof. intros F. exact (is_derive_comp exp f x _ _ (is_derive_exp (f x)) F). Qed.

Lemma d_ln f x a : is_derive f x a -> 0 < f x -> is_derive (fun t => ln (f t)) x (a / f x).
Proof. intros F P. exact (is_derive_comp ln f x _ _ (is_derive_ln (f x) P) F). Qed.

Lemma d_tanh f x a : is_derive f x a -> is_derive (fun t => tanh (f t)) x (a * (1 - tanh (f x) ^ 2)).
Proof.
  intros F. apply (is_derive_comp tanh f x _ _); [|exact F].
  apply (is_derive_ext (fun u => (exp u ^ 2 - 1) / (exp u ^ 2 + 1))); [intros t; symmetry; apply tanh_exp|].
  assert (P : exp (f x) ^ 2 + 1 <> 0) by (pose proof (pow2_ge_0 (exp (f x))); lra).
  eapply d_eq; [apply d_div; [apply d_minus; [apply d_pow; apply is_derive_exp|apply d_const]
                             |apply d_plus; [apply d_pow; apply is_derive_exp|apply d_const]|exact P]|].
  rewrite tanh_exp. simpl INR. simpl pred. field. exact P.
Qed.

Lemma d_sum n (f : R -> nat -> R) x (d : nat -> R) : (forall k, (k < n)%nat -> is_derive (fun t => f t k) x (d k)) ->
  is_derive (fun t => sum n (f t)) x (sum n d).
Proof.
  induction n as [|n IH]; intros H; simpl; [exact (d_const 0 x)|].
  apply (d_plus (fun t => sum n (f t)) (fun t => f t n)); [apply IH; intros k Hk|]; apply H; lia.
Qed.

Lemma d_sum_but n i (f : R -> nat -> R) x (d : nat -> R) : (forall k, (k < n)%nat -> is_derive (fun t => f t k) x (d k)) ->
  is_derive (fun t => sum_but n i (f t)) x (sum_but n i d).
Proof.
  intros H. apply (d_sum n (fun t k => if Nat.eq_dec k i then 0 else f t k)).
  intros k Hk; destruct (Nat.eq_dec k i); [exact (d_const 0 x)|exact (H k Hk)].
Qed.

Lemma d_sum_but_two n i j (f : R -> nat -> R) x (d : nat -> R) :
  (forall k, (k < n)%nat -> is_derive (fun t => f t k) x (d k)) ->
  is_derive (fun t => sum_but_two n i j (f t)) x (sum_but_two n i j d).
Proof.
  intros H. apply (d_sum n (fun t k => if Nat.eq_dec k i then 0 else if Nat.eq_dec k j then 0 else f t k)).
  intros k Hk; destruct (Nat.eq_dec k i); [exact (d_const 0 x)|].
  destruct (Nat.eq_dec k j); [exact (d_const 0 x)|exact (H k Hk)].
Qed.

(* The derivatives of a function of which nothing is known but that they exist. *)
Lemma d_app (y : R -> R) n f x a : is_derive f x a -> ex_derive_n y (S n) (f x) ->
  is_derive (fun t => Derive_n y n (f t)) x (a * Derive_n y (S n) (f x)).
Proof. intros F Y. exact (is_derive_comp (Derive_n y n) f x _ _ (Derive_correct _ _ Y) F). Qed.

End Derivatives.

(* The same along an entry. *)

Lemma p_eq f x i d e : is_partial f x i d -> d = e -> is_partial f x i e.
Proof. intros H <-. exact H. Qed.

Lemma p_value f x i d : is_partial f x i d -> partial f x i = d.
Proof. apply is_derive_unique. Qed.

Lemma p_exists f x i d : is_partial f x i d -> ex_partial f x i.
Proof. exists d; assumption. Qed.

Lemma p_const a x i : is_partial (fun _ => a) x i 0.
Proof. exact (d_const a (x i)). Qed.

Lemma p_entry x k i : is_partial (fun x => x k) x i (delta k i).
Proof.
  unfold is_partial, upd, delta; destruct (Nat.eq_dec k i); [exact (d_id _)|exact (d_const _ _)].
Qed.

Lemma p_plus f g x i a b : is_partial f x i a -> is_partial g x i b -> is_partial (fun x => f x + g x) x i (a + b).
Proof. intros F G. exact (d_plus _ _ _ _ _ F G). Qed.

Lemma p_minus f g x i a b : is_partial f x i a -> is_partial g x i b -> is_partial (fun x => f x - g x) x i (a - b).
Proof. intros F G. exact (d_minus _ _ _ _ _ F G). Qed.

Lemma p_opp f x i a : is_partial f x i a -> is_partial (fun x => - f x) x i (- a).
Proof. intros F. exact (d_opp _ _ _ F). Qed.

Lemma p_mult f g x i a b : is_partial f x i a -> is_partial g x i b ->
  is_partial (fun x => f x * g x) x i (a * g x + f x * b).
Proof. intros F G. pose proof (d_mult _ _ _ _ _ F G) as P. cbv beta in P. rewrite upd_id in P. exact P. Qed.

Lemma p_div f g x i a b : is_partial f x i a -> is_partial g x i b -> g x <> 0 ->
  is_partial (fun x => f x / g x) x i ((a * g x - f x * b) / g x ^ 2).
Proof.
  intros F G N. rewrite <- (upd_id x i) in N. pose proof (d_div _ _ _ _ _ F G N) as P. cbv beta in P.
  rewrite upd_id in P. exact P.
Qed.

Lemma p_inv f x i a : is_partial f x i a -> f x <> 0 -> is_partial (fun x => / f x) x i (- a / f x ^ 2).
Proof.
  intros F N. rewrite <- (upd_id x i) in N. pose proof (d_inv _ _ _ F N) as P. cbv beta in P.
  rewrite upd_id in P. exact P.
Qed.

Lemma p_pow f n x i a : is_partial f x i a -> is_partial (fun x => f x ^ n) x i (INR n * a * f x ^ pred n).
Proof. intros F. pose proof (d_pow _ n _ _ F) as P. cbv beta in P. rewrite upd_id in P. exact P. Qed.

Lemma p_power f m x i a : is_partial f x i a ->
  is_partial (fun x => f x ^ S m) x i (IZR (Z.of_nat (S m)) * a * f x ^ m).
Proof. intros F. rewrite <- INR_IZR_INZ. exact (p_pow f (S m) x i a F). Qed.

Lemma p_sqrt f x i a : is_partial f x i a -> 0 < f x -> is_partial (fun x => sqrt (f x)) x i (a / (2 * sqrt (f x))).
Proof.
  intros F N. rewrite <- (upd_id x i) in N. pose proof (d_sqrt _ _ _ F N) as P. cbv beta in P.
  rewrite upd_id in P. exact P.
Qed.

Lemma p_exp f x i a : is_partial f x i a -> is_partial (fun x => exp (f x)) x i (a * exp (f x)).
Proof. intros F. pose proof (d_exp _ _ _ F) as P. cbv beta in P. rewrite upd_id in P. exact P. Qed.

Lemma p_ln f x i a : is_partial f x i a -> 0 < f x -> is_partial (fun x => ln (f x)) x i (a / f x).
Proof.
  intros F N. rewrite <- (upd_id x i) in N. pose proof (d_ln _ _ _ F N) as P. cbv beta in P.
  rewrite upd_id in P. exact P.
Qed.

Lemma p_tanh f x i a : is_partial f x i a -> is_partial (fun x => tanh (f x)) x i (a * (1 - tanh (f x) ^ 2)).
Proof. intros F. pose proof (d_tanh _ _ _ F) as P. cbv beta in P. rewrite upd_id in P. exact P. Qed.

Lemma p_app (y : R -> R) n f x i a : is_partial f x i a -> ex_derive_n y (S n) (f x) ->
  is_partial (fun x => Derive_n y n (f x)) x i (a * Derive_n y (S n) (f x)).
Proof.
  intros F Y. rewrite <- (upd_id x i) in Y. pose proof (d_app y n _ _ _ F Y) as P. cbv beta in P.
  rewrite upd_id in P. exact P.
Qed.

Lemma p_sum n f x i d : (forall k, (k < n)%nat -> is_partial (fun x => f x k) x i (d k)) ->
  is_partial (fun x => sum n (f x)) x i (sum n d).
Proof. intros H. apply (d_sum n (fun t => f (upd x i t))). exact H. Qed.

Lemma p_sum_but n j f x i d : (forall k, (k < n)%nat -> is_partial (fun x => f x k) x i (d k)) ->
  is_partial (fun x => sum_but n j (f x)) x i (sum_but n j d).
Proof. intros H. apply (d_sum_but n j (fun t => f (upd x i t))). exact H. Qed.

Lemma p_sum_but_two n j l f x i d : (forall k, (k < n)%nat -> is_partial (fun x => f x k) x i (d k)) ->
  is_partial (fun x => sum_but_two n j l (f x)) x i (sum_but_two n j l d).
Proof. intros H. apply (d_sum_but_two n j l (fun t => f (upd x i t))). exact H. Qed.

(* --- Around a point ----------------------------------------------------------------------------------------------- *)

Lemma l_all (P : R -> Prop) x : (forall t, P t) -> locally x P.
Proof. intros H. apply filter_forall. exact H. Qed.

Lemma l_and (P Q : R -> Prop) x : locally x P -> locally x Q -> locally x (fun t => P t /\ Q t).
Proof. intros H K. apply filter_and; assumption. Qed.

Lemma l_mp (P Q : R -> Prop) x : locally x (fun t => P t -> Q t) -> locally x P -> locally x Q.
Proof. intros H K. apply (filter_imp (fun t => (P t -> Q t) /\ P t)); [tauto|]. exact (l_and _ _ _ H K). Qed.

Lemma d_near (f g : R -> R) x d : locally x (fun t => f t = g t) -> is_derive g x d -> is_derive f x d.
Proof.
  intros H D. apply (is_derive_ext_loc g); [|exact D]. apply (filter_imp (fun t => f t = g t)); [|exact H].
  intros t E. symmetry. exact E.
Qed.

Lemma l_positive f x d : is_derive f x d -> 0 < f x -> locally x (fun t => 0 < f t).
Proof.
  intros D P. assert (K : continuous f x) by (apply (@ex_derive_continuous R_AbsRing R_NormedModule); exists d; exact D).
  apply K. exact (open_gt 0 (f x) P).
Qed.

Lemma l_nonneg f x d : is_derive f x d -> 0 < f x -> locally x (fun t => 0 <= f t).
Proof.
  intros D P. apply (filter_imp (fun t => 0 < f t)); [intros t; lra|]. exact (l_positive f x d D P).
Qed.

Lemma l_nonzero f x d : is_derive f x d -> f x <> 0 -> locally x (fun t => f t <> 0).
Proof.
  intros D P. destruct (Rdichotomy _ _ P) as [N|N].
  - apply (filter_imp (fun t => 0 < - f t)); [intros t; lra|].
    apply (l_positive (fun t => - f t) x (- d)); [apply d_opp; exact D|lra].
  - apply (filter_imp (fun t => 0 < f t)); [intros t; lra|]. exact (l_positive f x d D N).
Qed.

Lemma l_every n (P : R -> nat -> Prop) x : (forall k, (k < n)%nat -> locally x (fun t => P t k)) ->
  locally x (fun t => forall k, (k < n)%nat -> P t k).
Proof.
  induction n as [|n IH]; intros H; [apply l_all; intros t k Hk; lia|].
  apply (filter_imp (fun t => (forall k, (k < n)%nat -> P t k) /\ P t n)).
  - intros t [A B] k Hk. destruct (Nat.eq_dec k n) as [->|N]; [exact B|apply A; lia].
  - apply l_and; [apply IH; intros k Hk|]; apply H; lia.
Qed.

Lemma a_and P Q x i : around P x i -> around Q x i -> around (fun x => P x /\ Q x) x i.
Proof. intros H K. exact (l_and _ _ _ H K). Qed.

Lemma a_all (P : (nat -> R) -> Prop) x i : (forall x, P x) -> around P x i.
Proof. intros H. exact (l_all _ (x i) (fun t => H (upd x i t))). Qed.

Lemma a_mp (P Q : (nat -> R) -> Prop) x i : around (fun x => P x -> Q x) x i -> around P x i -> around Q x i.
Proof. intros H K. exact (l_mp _ _ _ H K). Qed.

Lemma p_near (f g : (nat -> R) -> R) x i d : around (fun x => f x = g x) x i -> is_partial g x i d -> is_partial f x i d.
Proof. intros H D. exact (d_near _ _ _ _ H D). Qed.

Lemma a_nonzero f x i d : is_partial f x i d -> f x <> 0 -> around (fun x => f x <> 0) x i.
Proof. intros D P. apply (l_nonzero (fun t => f (upd x i t)) (x i) d); [exact D|rewrite upd_id; exact P]. Qed.

Lemma a_positive f x i d : is_partial f x i d -> 0 < f x -> around (fun x => 0 < f x) x i.
Proof. intros D P. apply (l_positive (fun t => f (upd x i t)) (x i) d); [exact D|rewrite upd_id; exact P]. Qed.

Lemma a_nonneg f x i d : is_partial f x i d -> 0 < f x -> around (fun x => 0 <= f x) x i.
Proof. intros D P. apply (l_nonneg (fun t => f (upd x i t)) (x i) d); [exact D|rewrite upd_id; exact P]. Qed.

Lemma a_every n (P : (nat -> R) -> nat -> Prop) x i : (forall k, (k < n)%nat -> around (fun x => P x k) x i) ->
  around (fun x => forall k, (k < n)%nat -> P x k) x i.
Proof. intros H. apply (l_every n (fun t => P (upd x i t))). exact H. Qed.

(* --- How equations of numbers are proved -------------------------------------------------------------------------- *)

(* The name of what something is divided by, and what is known of a root: `subst` leaves them alone. *)
Definition named (d p : R) : Prop := d = p.
Definition root (r q : R) : Prop := r ^ 2 = q.

(* A root r of n / d, as s / d with a polynomial square of s. *)
Lemma scaled r n d : root r (n / d) -> d <> 0 -> exists s, r = s / d /\ s ^ 2 = n * d.
Proof.
  unfold root. intros E D. exists (r * d). split; [field; exact D|]. replace ((r * d) ^ 2) with (r ^ 2 * d ^ 2) by ring.
  rewrite E. field. exact D.
Qed.

Lemma root_over r q n d : root r q -> q = n / d -> root r (n / d).
Proof. intros H <-. exact H. Qed.

(* The same of a divisor d that is p, where p k is a polynomial q. *)
Lemma rescaled d p k q : named d p -> d <> 0 -> k <> 0 -> p = q / k -> exists e, d = e / k /\ e = q /\ e <> 0.
Proof.
  unfold named. intros -> N K E. exists (p * k). split; [field; exact K|]. split; [rewrite E; field; exact K|].
  apply Rmult_integral_contrapositive_currified; assumption.
Qed.

(* That a product of what is known not to be zero is not. *)
Ltac standing :=
  lazymatch goal with
  | |- _ * _ <> 0 => apply mult_nonzero; standing
  | |- _ ^ _ <> 0 => apply pow_nonzero; standing
  | |- IZR _ <> 0 => apply not_0_IZR; discriminate
  | |- _ => assumption
  end.

(* That sums and products of what is positive are positive. *)
Ltac positive :=
  lazymatch goal with
  | |- 0 < _ + _ => apply Rplus_lt_0_compat; positive
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; positive
  | |- 0 < _ ^ _ => apply pow_lt; positive
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; positive
  | |- _ => first [assumption | lra]
  end.

(* One of the parts of what is proved. *)
Ltac apart := repeat match goal with H : _ /\ _ |- _ => destruct H end.

Ltac among H := pose proof H; apart; match goal with H : _ |- _ => exact H end.
