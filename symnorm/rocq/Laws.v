(* The laws of the calculus, each row of its table one lemma (see `checker/calculus/laws.py`), and the
   named lemmas (see `checker/lemmas.py`).

   A law has the conditions of its row, and no others. A derivative in a law is one that exists: what is differentiated
   is asked for a derivative by `is_derive`, and the law says that the whole has one, and which. *)

From Symnorm Require Export Symnorm Rise.
Open Scope R_scope.

(* The sum of f over first, ..., last. *)
Definition upto (first last : nat) (f : nat -> R) : R := sum (S last - first) (fun k => f (first + k)%nat).

Section Laws.

Implicit Types (a b c d t : R) (f g y : R -> R) (u v : nat -> R) (i j n m p : nat) (z : Z).

(* --- Ring ----------------------------------------------------------------------------------------------------------- *)

Lemma law_ring_sum a b c : a + b + c = c + b + a.
Proof. ring. Qed.

Lemma law_ring_product a b c : a * b * c = c * b * a.
Proof. ring. Qed.

Lemma law_ring_distribute a b c : a * (b + c) = a * b + a * c.
Proof. ring. Qed.

Lemma law_ring_negative a : a + - a = 0.
Proof. ring. Qed.

Lemma law_power_zero a : a ^ 0 = 1.
Proof. reflexivity. Qed.

Lemma law_power_next a p : (1 <= p)%nat -> a ^ p = a * a ^ (p - 1).
Proof. intros H. destruct p; [lia|]. simpl. rewrite Nat.sub_0_r. reflexivity. Qed.

Lemma law_power_negative a p : a <> 0 -> powerRZ a (- Z.of_nat p) = 1 / a ^ p.
Proof.
  intros N. destruct p as [|p]; simpl; [field|]. rewrite SuccNat2Pos.id_succ. simpl. field. split; [apply pow_nonzero|];
    exact N.
Qed.

(* --- Fractions ------------------------------------------------------------------------------------------------------ *)

Lemma law_fraction_sum a b c : b <> 0 -> a / b + c / b = (a + c) / b.
Proof. intros; field; assumption. Qed.

Lemma law_fraction_product a b c : b <> 0 -> c <> 0 -> a / b * (1 / c) = a / (b * c).
Proof. intros; field; auto. Qed.

Lemma law_fraction_cancel a b c : b <> 0 -> c <> 0 -> a * b / (c * b) = a / c.
Proof. intros; field; auto. Qed.

Lemma law_fraction_inverse a b : a <> 0 -> b <> 0 -> 1 / (a / b) = b / a.
Proof. intros; field; auto. Qed.

Lemma law_fraction_zero a : a <> 0 -> 0 / a = 0.
Proof. intros; field; assumption. Qed.

(* --- Functions ------------------------------------------------------------------------------------------------------ *)

Lemma law_root_square a : 0 <= a -> sqrt a ^ 2 = a.
Proof. intros H. simpl. rewrite Rmult_1_r. apply sqrt_sqrt, H. Qed.

Lemma law_root_below a : 0 < a -> 1 / sqrt a = sqrt a / a.
Proof.
  intros H. pose proof (sqrt_lt_R0 a H). rewrite <- (sqrt_sqrt a) at 3 by lra. field. lra.
Qed.

Lemma law_root_scaled a : 0 <= a -> sqrt (4 * a) = 2 * sqrt a.
Proof.
  intros H. rewrite sqrt_mult by lra. f_equal. replace 4 with (2 * 2) by ring. apply sqrt_square. lra.
Qed.

Lemma law_root_zero : sqrt 0 = 0.
Proof. apply sqrt_0. Qed.

Lemma law_exp_sum a b : exp (a + b) = exp a * exp b.
Proof. apply exp_plus. Qed.

Lemma law_exp_multiple a z : exp (IZR z * a) = powerRZ (exp a) z.
Proof.
  destruct z as [|k|k]; simpl.
  - rewrite Rmult_0_l. apply exp_0.
  - rewrite <- exp_times, INR_IPR. reflexivity.
  - rewrite <- exp_times, <- exp_Ropp, INR_IPR. f_equal. unfold IZR. ring.
Qed.

Lemma law_exp_log a z : 0 < a -> exp (IZR z * ln a) = powerRZ a z.
Proof. intros H. rewrite law_exp_multiple, exp_ln by exact H. reflexivity. Qed.

Lemma law_exp_half_log a z : 0 < a -> exp (IZR z / 2 * ln a) = powerRZ (sqrt a) z.
Proof.
  intros H. pose proof (sqrt_lt_R0 a H) as P. rewrite <- (law_exp_log (sqrt a) z P). f_equal.
  rewrite <- (sqrt_sqrt a) at 1 by lra. rewrite ln_mult by exact P. field.
Qed.

Lemma law_log_exp a : ln (exp a) = a.
Proof. apply ln_exp. Qed.

Lemma law_log_one : ln 1 = 0.
Proof. apply ln_1. Qed.

Lemma law_tanh a : tanh a = (exp (2 * a) - 1) / (exp (2 * a) + 1).
Proof.
  unfold tanh, sinh, cosh. rewrite exp_Ropp. replace (2 * a) with (a + a) by ring. rewrite exp_plus.
  pose proof (exp_pos a) as P. assert (0 < exp a * exp a) by (apply Rmult_lt_0_compat; exact P).
  field. repeat split; apply Rgt_not_eq; lra.
Qed.

(* --- Channels ------------------------------------------------------------------------------------------------------- *)

Lemma law_delta_same i : delta i i = 1.
Proof. unfold delta; destruct (Nat.eq_dec i i); congruence. Qed.

Lemma law_delta_order i j : delta j i = delta i j.
Proof. unfold delta; destruct (Nat.eq_dec i j), (Nat.eq_dec j i); congruence. Qed.

Lemma law_delta_square i j : delta i j ^ 2 = delta i j.
Proof. unfold delta; destruct (Nat.eq_dec i j); ring. Qed.

Lemma law_delta_rename u i j : delta i j * u j = delta i j * u i.
Proof. unfold delta; destruct (Nat.eq_dec i j) as [->|]; ring. Qed.

Lemma law_sum_delta n u i : (i < n)%nat -> sum n (fun k => delta k i * u k) = u i.
Proof. apply sum_delta. Qed.

Lemma law_sum_linear n a u v : sum n (fun k => a * u k + v k) = a * sum n u + sum n v.
Proof. induction n as [|n IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma law_sum_below n a u : a <> 0 -> sum n (fun k => u k / a) = sum n u / a.
Proof. intros N. induction n as [|n IH]; simpl; [|rewrite IH]; field; exact N. Qed.

Lemma law_sum_constant n a : sum n (fun _ => a) = INR n * a.
Proof. induction n as [|n IH]; [simpl; ring|]. rewrite S_INR. simpl sum. rewrite IH. ring. Qed.

Lemma law_sum_into n q u (h : nat -> nat -> R) :
  sum n (fun k => u k * sum q (h k)) = sum n (fun k => sum q (fun l => u k * h k l)).
Proof.
  apply sum_ext; intros k _. induction q as [|q IH]; simpl; [ring|]. rewrite <- IH. ring.
Qed.

Lemma law_sum_swap n q (h : nat -> nat -> R) : sum n (fun k => sum q (h k)) = sum q (fun l => sum n (fun k => h k l)).
Proof.
  induction n as [|n IH]; simpl.
  - induction q as [|q IH]; simpl; [reflexivity|rewrite <- IH; ring].
  - rewrite IH, <- (Rmult_1_l (sum q (fun l => sum n _))), <- law_sum_linear. apply sum_ext; intros l _. ring.
Qed.

Lemma law_sum_index n u : sum n (fun k => u k) = sum n (fun q => u q).
Proof. reflexivity. Qed.

Lemma law_sum_excluded n i u : (i < n)%nat -> sum_but n i u = sum n u - u i.
Proof. apply sum_but_all. Qed.

Lemma law_sum_excluded_twice n i j u : (i < n)%nat -> (j < n)%nat ->
  sum_but_two n i j u = sum n u - u i - u j * (1 - delta i j).
Proof. apply sum_but_two_all. Qed.

(* --- Whole numbers -------------------------------------------------------------------------------------------------- *)

Lemma law_power_number a p : powerRZ a (Z.of_nat p) = a ^ p.
Proof. symmetry. apply pow_powerRZ. Qed.

Lemma law_power_one n : 1 ^ n = 1.
Proof. apply pow1. Qed.

Lemma law_power_sum a m n p : a ^ (m + n + p) = a ^ m * a ^ n * a ^ p.
Proof. rewrite !pow_add. reflexivity. Qed.

Lemma law_power_less a m n : a <> 0 -> powerRZ a (Z.of_nat m - Z.of_nat n) = a ^ m / a ^ n.
Proof.
  intros N. unfold Z.sub. rewrite powerRZ_add, law_power_negative, <- pow_powerRZ by exact N. unfold Rdiv. ring.
Qed.

Lemma law_upto_first n u : upto 2 (n + 1) u = upto 1 n (fun s => u (s + 1)%nat).
Proof.
  unfold upto. replace (S (n + 1) - 2)%nat with (S n - 1)%nat by lia. apply sum_ext; intros k _. f_equal. lia.
Qed.

Lemma law_upto_index n u : upto 1 n (fun s => u s) = upto 1 n (fun q => u q).
Proof. reflexivity. Qed.

Lemma law_upto_empty u : upto 1 0 u = 0.
Proof. reflexivity. Qed.

Lemma law_upto_backwards n p u : upto (n + p + 1) n u = 0.
Proof. unfold upto. replace (S n - (n + p + 1))%nat with 0%nat by lia. reflexivity. Qed.

Lemma law_upto_next n u : upto 1 (n + 1) u = upto 1 n u + u (n + 1)%nat.
Proof.
  unfold upto. rewrite Nat.add_1_r. replace (S (S n) - 1)%nat with (S n) by lia.
  replace (S n - 1)%nat with n by lia. reflexivity.
Qed.

Lemma law_upto_linear n a u v : upto 1 n (fun s => a * u s + v s) = a * upto 1 n u + upto 1 n v.
Proof. apply law_sum_linear. Qed.

Lemma law_upto_below n a u : a <> 0 -> upto 1 n (fun s => u s / a) = upto 1 n u / a.
Proof. apply law_sum_below. Qed.

Lemma law_upto_constant n a : upto 1 n (fun _ => a) = INR n * a.
Proof. unfold upto. rewrite law_sum_constant. f_equal. f_equal. lia. Qed.

Lemma law_upto_ones m p a : upto 1 (m - p) (fun _ => a) = a * upto 1 (m - p) (fun s => 1 ^ (s - 1)).
Proof.
  unfold upto. rewrite <- sum_scal. apply sum_ext; intros k _. rewrite pow1. ring.
Qed.

Lemma law_upto_into n m u (h : nat -> nat -> R) :
  upto 1 n (fun s => u s * upto 1 m (h s)) = upto 1 n (fun s => upto 1 m (fun q => u s * h s q)).
Proof. apply (law_sum_into _ _ (fun k => u (1 + k)%nat) (fun k l => h (1 + k)%nat (1 + l)%nat)). Qed.

Lemma law_upto_swap n m (h : nat -> nat -> R) :
  upto 1 n (fun s => upto 1 m (h s)) = upto 1 m (fun q => upto 1 n (fun s => h s q)).
Proof. apply (law_sum_swap _ _ (fun k l => h (1 + k)%nat (1 + l)%nat)). Qed.

Lemma law_upto_channels m n u v :
  sum m (fun k => upto 1 n (fun s => u s * v k ^ s)) = upto 1 n (fun s => sum m (fun k => u s * v k ^ s)).
Proof. apply (law_sum_swap _ _ (fun k l => u (1 + l)%nat * v k ^ (1 + l))). Qed.

(* --- Values: a function applied to a number ------------------------------------------------------------------------- *)

Lemma law_at_variable a : (fun t => t) a = a.
Proof. reflexivity. Qed.

Lemma law_at_sum f g a : (fun t => f t + g t) a = f a + g a.
Proof. reflexivity. Qed.

Lemma law_at_product f g a : (fun t => f t * g t) a = f a * g a.
Proof. reflexivity. Qed.

Lemma law_at_quotient f g a : g a <> 0 -> (fun t => f t / g t) a = f a / g a.
Proof. reflexivity. Qed.

Lemma law_at_sqrt f a : 0 <= f a -> (fun t => sqrt (f t)) a = sqrt (f a).
Proof. reflexivity. Qed.

Lemma law_at_exp f a : (fun t => exp (f t)) a = exp (f a).
Proof. reflexivity. Qed.

Lemma law_at_log f a : 0 < f a -> (fun t => ln (f t)) a = ln (f a).
Proof. reflexivity. Qed.

Lemma law_at_app y f a : (fun t => y (f t)) a = y (f a).
Proof. reflexivity. Qed.

Lemma law_at_channels n f u a : (fun t => sum n (fun k => f t * u k)) a = f a * sum n u.
Proof. apply sum_scal. Qed.

Lemma law_at_power f n a : (fun t => f t ^ n) a = f a ^ n.
Proof. reflexivity. Qed.

Lemma law_at_upto n f u a : (fun t => upto 1 n (fun s => f t * u s)) a = f a * upto 1 n u.
Proof. apply sum_scal. Qed.

(* --- Derivatives ---------------------------------------------------------------------------------------------------- *)

Lemma law_derivative_variable t : is_derive (fun t => t) t 1.
Proof. apply d_id. Qed.

Lemma law_derivative_constant a t : is_derive (fun _ => a) t 0.
Proof. apply d_const. Qed.

Lemma law_derivative_coordinate u i j : is_partial (fun u => u i) u j (delta i j).
Proof. apply p_entry. Qed.

Lemma law_derivative_sum f g t a b : is_derive f t a -> is_derive g t b -> is_derive (fun t => f t + g t) t (a + b).
Proof. apply d_plus. Qed.

Lemma law_derivative_product f g t a b : is_derive f t a -> is_derive g t b ->
  is_derive (fun t => f t * g t) t (a * g t + f t * b).
Proof. apply d_mult. Qed.

Lemma law_derivative_power f p t a : is_derive f t a -> is_derive (fun t => f t ^ p) t (INR p * f t ^ (p - 1) * a).
Proof. intros F. eapply d_eq; [apply d_pow, F|]. rewrite Nat.sub_1_r. ring. Qed.

Lemma law_derivative_quotient f g t a b : g t <> 0 -> is_derive f t a -> is_derive g t b ->
  is_derive (fun t => f t / g t) t (a / g t - f t * b / g t / g t).
Proof. intros N F G. eapply d_eq; [apply (d_div f g t a b F G N)|]. field. exact N. Qed.

Lemma law_derivative_sqrt f t a : 0 < f t -> is_derive f t a ->
  is_derive (fun t => sqrt (f t)) t (a / (2 * sqrt (f t))).
Proof. intros P F. exact (d_sqrt f t a F P). Qed.

Lemma law_derivative_exp f t a : is_derive f t a -> is_derive (fun t => exp (f t)) t (exp (f t) * a).
Proof. intros F. rewrite Rmult_comm. exact (d_exp f t a F). Qed.

Lemma law_derivative_log f t a : 0 < f t -> is_derive f t a -> is_derive (fun t => ln (f t)) t (a / f t).
Proof. intros P F. exact (d_ln f t a F P). Qed.

Lemma law_derivative_app y f t a b : is_derive y (f t) b -> is_derive f t a -> is_derive (fun t => y (f t)) t (b * a).
Proof. intros Y F. rewrite Rmult_comm. exact (is_derive_comp y f t b a Y F). Qed.

Lemma law_derivative_channels n f u t a : is_derive f t a ->
  is_derive (fun t => sum n (fun k => f t * u k)) t (a * sum n u).
Proof.
  intros F. rewrite <- sum_scal. apply (d_sum n (fun t k => f t * u k)). intros k _.
  eapply d_eq; [apply (d_mult f (fun _ => u k) t a 0 F (d_const _ _))|]. ring.
Qed.

Lemma law_derivative_delta i j f t a : is_derive f t a -> is_derive (fun t => delta i j * f t) t (delta i j * a).
Proof. intros F. eapply d_eq; [apply (d_mult (fun _ => delta i j) f t 0 a (d_const _ _) F)|]. cbv beta. ring. Qed.

(* An antiderivative between two numbers has at each of them the derivative that it is said to have. *)
Lemma law_derivative_integral f g a b t : (forall s, a < s < b -> is_derive g s (f s)) ->
  a < t < b -> is_derive g t (f t).
Proof. intros H T. exact (H t T). Qed.

Lemma law_derivative_whole_power f n t a : f t <> 0 -> is_derive f t a ->
  is_derive (fun t => f t ^ n) t (INR n * f t ^ n * a / f t).
Proof.
  intros N F. eapply d_eq; [apply d_pow, F|]. destruct n as [|n]; [simpl; field; exact N|].
  rewrite Nat.pred_succ. change (f t ^ S n) with (f t * f t ^ n). field. exact N.
Qed.

Lemma law_derivative_upto n f u t a : is_derive f t a ->
  is_derive (fun t => upto 1 n (fun s => f t * u s)) t (a * upto 1 n u).
Proof. intros F. exact (law_derivative_channels _ f (fun k => u (1 + k)%nat) t a F). Qed.

Lemma law_derivative_still a t : 0 <= a -> is_derive (fun _ => sqrt a) t 0.
Proof. intros _. apply d_const. Qed.

(* --- Signs ---------------------------------------------------------------------------------------------------------- *)

Lemma law_sign_number : 7 / 3 > 0.
Proof. lra. Qed.

Lemma law_sign_hypothesis a b : a < b -> b - a > 0.
Proof. lra. Qed.

Lemma law_sign_square a : a ^ 2 >= 0.
Proof. apply Rle_ge, pow2_ge_0. Qed.

Lemma law_sign_square_positive a : a <> 0 -> a ^ 2 > 0.
Proof. intros N. replace (a ^ 2) with (a * a) by ring. exact (Rsqr_pos_lt a N). Qed.

Lemma law_sign_sum a b : a >= 0 -> b >= 0 -> a + b >= 0.
Proof. lra. Qed.

Lemma law_sign_sum_positive a b : a > 0 -> b >= 0 -> a + b > 0.
Proof. lra. Qed.

Lemma law_sign_product a b : a >= 0 -> b >= 0 -> a * b >= 0.
Proof. intros A B. apply Rle_ge, Rmult_le_pos; lra. Qed.

Lemma law_sign_product_positive a b : a > 0 -> b > 0 -> a * b > 0.
Proof. apply Rmult_lt_0_compat. Qed.

Lemma law_sign_product_nonzero a b : a <> 0 -> b <> 0 -> a * b <> 0.
Proof. apply Rmult_integral_contrapositive_currified. Qed.

Lemma law_sign_inverse a : a > 0 -> 1 / a > 0.
Proof. intros A. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_0_lt_compat, A. Qed.

Lemma law_sign_inverse_nonzero a : a <> 0 -> 1 / a <> 0.
Proof. intros A. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_neq_0_compat, A. Qed.

Lemma law_sign_negative a : a <> 0 -> - a <> 0.
Proof. lra. Qed.

Lemma law_sign_exp a : exp a > 0.
Proof. apply exp_pos. Qed.

Lemma law_sign_exp_bound a : exp a - a - 1 >= 0.
Proof. destruct (Req_dec a 0) as [->|N]; [rewrite exp_0; lra|]. pose proof (exp_ineq1 a N). lra. Qed.

Lemma law_sign_root a : a >= 0 -> sqrt a >= 0.
Proof. intros _. apply Rle_ge, sqrt_pos. Qed.

Lemma law_sign_root_positive a : a > 0 -> sqrt a > 0.
Proof. apply sqrt_lt_R0. Qed.

Lemma law_sign_channels n i u : (forall k, (k < n)%nat -> u k >= 0) -> sum_but n i u >= 0.
Proof.
  intros H. apply Rle_ge, sum_nonneg; intros k Hk. destruct (Nat.eq_dec k i); [lra|]. apply Rge_le, H, Hk.
Qed.

Lemma law_sign_channels_all n u : (1 <= n)%nat -> (forall k, (k < n)%nat -> u k > 0) -> sum n u > 0.
Proof. exact (sum_positive n u). Qed.

Lemma law_sign_channel n j u : (j < n)%nat -> (forall k, (k < n)%nat -> u k > 0) -> u j > 0.
Proof. intros J H. exact (H j J). Qed.

Lemma law_sign_whole m p : (1 <= p)%nat -> 2 * INR m + INR p - 1 >= 0.
Proof. intros P. pose proof (pos_INR m). apply le_INR in P. simpl in P. lra. Qed.

Lemma law_sign_length n : (1 <= n)%nat -> INR n - 1 >= 0.
Proof. intros N. apply Rle_ge, length_nonneg, N. Qed.

Lemma law_sign_power a n : a >= 0 -> a ^ n >= 0.
Proof. intros A. apply Rle_ge, pow_le. lra. Qed.

Lemma law_sign_power_positive a m n : a > 0 -> powerRZ a (Z.of_nat m - Z.of_nat n) > 0.
Proof. intros A. apply powerRZ_lt, A. Qed.

Lemma law_sign_power_nonzero a m n : a <> 0 -> powerRZ a (Z.of_nat m - Z.of_nat n) <> 0.
Proof. apply powerRZ_NOR. Qed.

Lemma law_sign_upto n u : (forall k, (1 <= k)%nat -> u k >= 0) -> upto 1 n u >= 0.
Proof. intros H. apply Rle_ge, sum_nonneg; intros k _. apply Rge_le, H. lia. Qed.

Lemma law_sign_instance n u : (forall k, (1 <= k)%nat -> u k > 0) -> u (n + 1)%nat > 0.
Proof. intros H. apply H. lia. Qed.

Lemma law_sign_equal a b : a = b -> b > 0 -> a > 0.
Proof. lra. Qed.

Lemma law_sign_implied a : a > 0 -> a >= 0 /\ a <> 0.
Proof. lra. Qed.

(* --- What vanishes -------------------------------------------------------------------------------------------------- *)

Lemma law_relation_use a b : a = b -> a - b = 0.
Proof. lra. Qed.

Lemma law_relation_either a b : a = 0 \/ b = 0 -> a * b = 0.
Proof. intros [-> | ->]; ring. Qed.

Lemma law_relation_product a b : a * b = 0 -> a = 0 \/ b = 0.
Proof. apply Rmult_integral. Qed.

Lemma law_relation_combination a b c d : b <> 0 -> c = 0 -> b * a = d * c -> a = 0.
Proof. intros N -> E. rewrite Rmult_0_r in E. destruct (Rmult_integral _ _ E); tauto. Qed.

Lemma law_relation_derivative f g a b t d : (forall s, a < s < b -> f s = g s) -> a < t < b ->
  is_derive f t d -> is_derive g t d.
Proof.
  intros H T. apply is_derive_ext_loc. apply (locally_interval _ t a b); [apply T|apply T|]. intros s A B.
  apply H. split; assumption.
Qed.

Lemma law_relation_channel n j u : (j < n)%nat -> (forall k, (k < n)%nat -> u k = 0) -> u j = 0.
Proof. intros J H. exact (H j J). Qed.

Lemma law_relation_sum n u v : (forall k, (k < n)%nat -> u k = 0) -> sum n (fun k => v k * u k) = 0.
Proof. intros H. rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|]. intros k Hk. rewrite (H k Hk). ring. Qed.

Lemma law_relation_instance n u : (forall k, (1 <= k)%nat -> u k = 0) -> u (n + 1)%nat = 0.
Proof. intros H. apply H. lia. Qed.

Lemma law_relation_induction p u : (1 <= p)%nat -> u 1%nat = 0 ->
  (forall k, (1 <= k)%nat -> u k = 0 -> u (k + 1)%nat = 0) -> u p = 0.
Proof.
  intros P B S. destruct p as [|p]; [lia|]. clear P. induction p as [|p IH]; [exact B|].
  rewrite <- Nat.add_1_r. apply S; [lia|exact IH].
Qed.

Lemma law_relation_exp a b c : a = b -> exp (c * a) = exp (c * b).
Proof. intros ->. reflexivity. Qed.

Lemma law_relation_exponent a b c : c <> 0 -> exp (c * a) = exp (c * b) -> a = b.
Proof. intros N E. apply exp_inv in E. apply (Rmult_eq_reg_l c); assumption. Qed.

Lemma law_relation_root a b : a >= 0 -> b >= 0 -> a ^ 2 = b ^ 2 -> a = b.
Proof.
  intros A B E. assert (F : (a - b) * (a + b) = 0) by (ring_simplify; lra).
  destruct (Rmult_integral _ _ F); lra.
Qed.

Lemma law_relation_square a : a ^ 2 = 0 -> a = 0.
Proof. intros E. replace (a ^ 2) with (a * a) in E by ring. destruct (Rmult_integral _ _ E); assumption. Qed.

Lemma law_relation_log a b p z : a > 0 -> b > 0 -> a ^ p * powerRZ b z = 1 -> INR p * ln a + IZR z * ln b = 0.
Proof.
  intros A B E. rewrite <- (ln_exp (_ + _)), law_exp_sum, law_exp_log, exp_times, exp_ln, E by assumption. apply ln_1.
Qed.

(* The mean value theorem, in the three forms in which it is a law. *)
Lemma law_sign_rise f g a t : (forall s, Rmin a t <= s <= Rmax a t -> is_derive f s (g s)) ->
  (forall s, Rmin a t <= s <= Rmax a t -> (s - a) * g s >= 0) -> f t - f a >= 0.
Proof.
  intros D P. apply Rle_ge, (rise_nonneg f g a t _ (D a (mid_start a t))).
  - intros s S. apply D, mid_between, S.
  - intros s S. apply Rge_le, P, mid_between, S.
Qed.

Lemma law_sign_rise_positive f g a t : t <> a -> (forall s, Rmin a t <= s <= Rmax a t -> is_derive f s (g s)) ->
  (forall s, Rmin a t <= s <= Rmax a t -> s = a \/ (s - a) * g s > 0) -> f t - f a > 0.
Proof.
  intros N D P. apply (rise_positive f g a t _ (D a (mid_start a t))).
  - intros s S. apply D, mid_between, S.
  - exact N.
  - intros s S. destruct (P s (mid_between _ _ _ S)) as [E|L]; [destruct S; lra|exact L].
Qed.

Lemma law_sign_rise_along f g a t : (forall s, Rmin a t <= s <= Rmax a t -> is_derive f s (g s)) ->
  (forall s, Rmin a t <= s <= Rmax a t -> g s >= 0) -> (t - a) * (f t - f a) >= 0.
Proof.
  intros D P. apply Rle_ge, (rise_along f g a t _ (D a (mid_start a t))).
  - intros s S. apply D, mid_between, S.
  - intros s S. apply Rge_le, P, mid_between, S.
Qed.

(* The mean value theorem: what has no slope between two numbers is the same at both. *)
Lemma law_relation_constant f a t : (forall s, Rmin a t <= s <= Rmax a t -> is_derive f s 0) -> f t = f a.
Proof.
  intros H. destruct (MVT_gen f a t (fun _ => 0)) as [s [_ E]]; [| |lra].
  - intros s S. apply H. lra.
  - intros s S. apply derivable_continuous_pt, ex_derive_Reals_0. exists 0. apply H, S.
Qed.

(* --- The named lemmas ----------------------------------------------------------------------------------------------- *)

Lemma lemma_exponential_bound a : exp a >= 1 + a.
Proof. pose proof (law_sign_exp_bound a). lra. Qed.

Lemma lemma_mean_value f g a t : (forall s, Rmin a t <= s <= Rmax a t -> is_derive f s (g s)) ->
  exists s, Rmin a t <= s <= Rmax a t /\ f t - f a = g s * (t - a).
Proof.
  intros D. destruct (Req_dec t a) as [->|N].
  - exists a. rewrite Rmin_left, Rmax_left; lra.
  - destruct (mean_value f g a t _ (D a (mid_start a t)) (fun s S => D s (mid_between a t s S)) N) as [s [S E]].
    exists s. split; [apply mid_between, S|exact E].
Qed.

Lemma lemma_zero_derivative f b c : (forall s, b < s < c -> is_derive f s 0) ->
  forall a t, b < a < c -> b < t < c -> f t = f a.
Proof.
  intros H a t A T. apply law_relation_constant. intros s S. apply H. revert S. unfold Rmin, Rmax.
  destruct (Rle_dec a t); lra.
Qed.

(* A linear equation has one solution: f exp (- P) has the slope 0, where P is an antiderivative of g. *)
Lemma lemma_linear_equation f g b c : (forall s, b < s < c -> is_derive f s (g s * f s)) ->
  (forall s, b < s < c -> continuous g s) -> forall a t, b < a < c -> f a = 0 -> b < t < c -> f t = 0.
Proof.
  intros F G a t A Z T. set (P := fun s : R => RInt g a s : R).
  assert (D : forall s, b < s < c -> is_derive P s (g s)).
  { intros s S. apply (is_derive_RInt g P a s).
    - apply (locally_interval _ s b c); [apply S|apply S|]. intros r L U. change (is_RInt g a r (RInt g a r)).
      apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)).
      intros q Q. apply G.
      simpl in L, U. revert Q. unfold Rmin, Rmax. destruct (Rle_dec a r); lra.
    - apply G, S. }
  assert (E : f t * exp (- P t) = f a * exp (- P a)).
  { apply (law_relation_constant (fun s => f s * exp (- P s))). intros s S.
    assert (I : b < s < c) by (revert S; unfold Rmin, Rmax; destruct (Rle_dec a t); lra).
    pose proof (d_exp (fun s => - P s) s _ (d_opp P s _ (D s I))) as X.
    eapply d_eq; [exact (d_mult f (fun s => exp (- P s)) s _ _ (F s I) X)|]. cbv beta. ring. }
  rewrite Z, Rmult_0_l in E. destruct (Rmult_integral _ _ E) as [H|H]; [exact H|].
  pose proof (exp_pos (- P t)). lra.
Qed.

Lemma law_relation_linear f g a b c t : (forall s, b < s < c -> is_derive f s (g s * f s)) ->
  (forall s, b < s < c -> ex_derive g s) -> b < a < c -> b < t < c -> f a = 0 -> f t = 0.
Proof.
  intros F G A T Z. refine (lemma_linear_equation f g b c F _ a t A Z T).
  intros s S. apply (@ex_derive_continuous R_AbsRing R_NormedModule), G, S.
Qed.

End Laws.
