(* Lemmas about whole numbers: sums up to one, powers with whole exponents, and induction. None need be read. *)

From Coq Require Import Morphisms Setoid.
From Symnorm Require Import Symnorm.
Open Scope R_scope.

(* --- A whole number as a number, and another one in its place ------------------------------------------------------ *)

Lemma INR_to_nat z : (0 <= z)%Z -> INR (Z.to_nat z) = IZR z.
Proof. intros N. rewrite INR_IZR_INZ, Z2Nat.id by exact N. reflexivity. Qed.

Lemma INR_next n : INR (n + 1) = INR n + 1.
Proof. rewrite Nat.add_1_r. apply S_INR. Qed.

Lemma INR_second n : INR (n + 2) = INR n + 2.
Proof. rewrite plus_INR. simpl. lra. Qed.

Lemma Z_second n : Z.of_nat (n + 2) = (Z.of_nat n + 2)%Z.
Proof. lia. Qed.

Lemma Z_next n : Z.of_nat (n + 1) = (Z.of_nat n + 1)%Z.
Proof. lia. Qed.

(* Decides that a number made of whole numbers is the one that is meant. *)
Ltac counted :=
  rewrite ?plus_IZR, ?minus_IZR, ?mult_IZR, ?opp_IZR, <- ?INR_IZR_INZ; ring.

Lemma whole_ind s (P : nat -> Prop) :
  P s -> (forall n, (s <= n)%nat -> P n -> P (n + 1)%nat) -> forall n, (s <= n)%nat -> P n.
Proof.
  intros B H n N. induction N as [|n N IH]; [exact B|]. rewrite <- Nat.add_1_r. exact (H n N IH).
Qed.

Lemma whole_ind_two s (P : nat -> Prop) : P s -> P (s + 1)%nat ->
  (forall n, (s <= n)%nat -> P n -> P (n + 1)%nat -> P (n + 2)%nat) -> forall n, (s <= n)%nat -> P n.
Proof.
  intros A B H n N. cut (P n /\ P (n + 1)%nat); [tauto|]. revert n N. apply whole_ind; [split; assumption|].
  intros n N [C D]. split; [exact D|]. replace (n + 1 + 1)%nat with (n + 2)%nat by lia. exact (H n N C D).
Qed.

(* --- Sums up to a whole number ------------------------------------------------------------------------------------- *)

Lemma total_ext s z f g : (forall k, (s <= k)%nat -> f k = g k) -> total s z f = total s z g.
Proof. intros H. apply sum_ext; intros k _. apply H. lia. Qed.

Lemma total_step s z a f g F G : total s z f = F -> total s z g = G -> total s z (fun k => a * f k + g k) = a * F + G.
Proof. apply sum_step. Qed.

Lemma total_last s z a f F : total s z f = F -> total s z (fun k => a * f k) = a * F.
Proof. apply sum_last. Qed.

Lemma total_zero s z : total s z (fun _ => 0) = 0.
Proof. apply sum_zero. Qed.

Lemma total_one z : (0 <= z)%Z -> total 1 z (fun _ => 1) = IZR z.
Proof. intros N. unfold total. rewrite sum_one, <- INR_to_nat by exact N. do 2 f_equal. lia. Qed.

Lemma total_empty s z f : (z < Z.of_nat s)%Z -> total s z f = 0.
Proof. intros N. unfold total. replace (Z.to_nat _) with 0%nat by lia. reflexivity. Qed.

Lemma total_from s y z f g : y = (z - (Z.of_nat s - 1))%Z ->
  (forall k, (1 <= k)%nat -> f (Z.to_nat (Z.of_nat k + (Z.of_nat s - 1))) = g k) -> total s z f = total 1 y g.
Proof.
  intros -> H. unfold total. replace (z - (Z.of_nat s - 1) + 1 - Z.of_nat 1)%Z with (z + 1 - Z.of_nat s)%Z by lia.
  apply sum_ext; intros k _. rewrite <- H by lia. f_equal. lia.
Qed.

Lemma total_nonneg s z f : (forall k, (s <= k)%nat -> 0 <= f k) -> 0 <= total s z f.
Proof. intros H. apply sum_nonneg; intros k _. apply H. lia. Qed.

Lemma total_at y z f : y = z -> total 1 y f = total 1 z f.
Proof. intros ->. reflexivity. Qed.

Lemma total_next z f : (0 <= z)%Z -> total 1 (z + 1) f = total 1 z f + f (Z.to_nat (z + 1)).
Proof.
  intros N. unfold total. replace (Z.to_nat (z + 1 + 1 - Z.of_nat 1)) with (S (Z.to_nat (z + 1 - Z.of_nat 1))) by lia.
  simpl sum. do 2 f_equal. lia.
Qed.

(* --- Powers with whole exponents ----------------------------------------------------------------------------------- *)

Lemma power_one z : powerRZ 1 z = 1.
Proof. destruct z; simpl; rewrite ?pow1; lra. Qed.

Lemma power_nonneg b n : powerRZ b (Z.of_nat n) = b ^ n.
Proof. symmetry. apply pow_powerRZ. Qed.

Lemma power_plus b x y X Y : b <> 0 \/ ((0 <= x)%Z /\ (0 <= y)%Z) ->
  powerRZ b x = X -> powerRZ b y = Y -> powerRZ b (x + y) = X * Y.
Proof.
  intros [N|[P Q]] <- <-; [exact (powerRZ_add b x y N)|].
  rewrite <- (Z2Nat.id x P), <- (Z2Nat.id y Q), <- Nat2Z.inj_add, !power_nonneg. apply pow_add.
Qed.

Lemma power_times b u n G : b <> 0 \/ (0 <= u)%Z -> powerRZ b u = G -> powerRZ b (Z.of_nat n * u) = G ^ n.
Proof.
  intros N <-. induction n as [|n IH]; [reflexivity|].
  replace (Z.of_nat (S n) * u)%Z with (u + Z.of_nat n * u)%Z by lia. simpl pow.
  apply power_plus; [|reflexivity|exact IH].
  destruct N as [N|P]; [left; exact N|right; split; [exact P|]]. apply Z.mul_nonneg_nonneg; [lia|exact P].
Qed.

Lemma power_opposite b z Y : b <> 0 -> powerRZ b z = Y -> powerRZ b (- z) = / Y.
Proof.
  intros N <-. pose proof (powerRZ_NOR b z N) as P. apply (Rmult_eq_reg_r (powerRZ b z)); [|exact P].
  rewrite <- powerRZ_add, Z.add_opp_diag_l by exact N. simpl. field. exact P.
Qed.

(* --- Sequences as functions of a number ----------------------------------------------------------------------------- *)

(* The whole number that a number is. *)
Definition whole_of (u : R) : Z := (up u - 1)%Z.

Lemma whole_of_IZR u z : u = IZR z -> whole_of u = z.
Proof.
  intros ->. unfold whole_of. rewrite <- (tech_up (IZR z) (z + 1)); [lia| |]; rewrite plus_IZR; lra.
Qed.

Lemma whole_of_INR n : whole_of (INR n) = Z.of_nat n.
Proof. apply whole_of_IZR, INR_IZR_INZ. Qed.

#[export] Instance total_proper s z : Proper (pointwise_relation nat eq ==> eq) (total s z).
Proof. intros f g E. apply total_ext; intros k _. apply E. Qed.

Ltac integer_of u :=
  lazymatch u with
  | INR ?n => constr:(Z.of_nat n)
  | IZR ?z => z
  | ?a + ?b => let x := integer_of a in let y := integer_of b in constr:((x + y)%Z)
  | ?a - ?b => let x := integer_of a in let y := integer_of b in constr:((x - y)%Z)
  | ?a * ?b => let x := integer_of a in let y := integer_of b in constr:((x * y)%Z)
  | - ?a => let x := integer_of a in constr:((- x)%Z)
  end.

(* Puts the whole numbers that are meant for those that numbers are. *)
Ltac whole_numbers :=
  cbv beta; try setoid_rewrite whole_of_INR;
  repeat match goal with
  | |- context [whole_of ?u] =>
      let z := integer_of u in
      rewrite (whole_of_IZR u z) by (rewrite ?plus_IZR, ?minus_IZR, ?mult_IZR, ?opp_IZR, <- ?INR_IZR_INZ; reflexivity)
  end.

(* Decides what is plain at a point with whole numbers. *)
Ltac whole_point :=
  intros; whole_numbers; cbn [powerRZ];
  repeat match goal with H : (?s <= ?n)%nat |- _ => apply le_INR in H; cbn [INR] in H end;
  solve [ lra | left; lia | right; lra | apply Rgt_not_eq; lra ].
