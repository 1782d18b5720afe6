(* Statements at a point: that there is one where all that is supposed holds, and a line does not. *)

From Symnorm Require Export Ground Bounds.
Open Scope R_scope.

Lemma every_none (P : nat -> Prop) : forall k, (k < 0)%nat -> P k.
Proof. intros k Hk; lia. Qed.

Lemma every_next n (P : nat -> Prop) : (forall k, (k < n)%nat -> P k) -> P n -> forall k, (k < S n)%nat -> P k.
Proof. intros H L k Hk. destruct (Nat.eq_dec k n) as [->|N]; [exact L|apply H; lia]. Qed.

Lemma some_last n (P : nat -> Prop) : ~ P n -> ~ (forall k, (k < S n)%nat -> P k).
Proof. intros N H. apply N, H; lia. Qed.

Lemma some_before n (P : nat -> Prop) : ~ (forall k, (k < n)%nat -> P k) -> ~ (forall k, (k < S n)%nat -> P k).
Proof. intros N H. apply N. intros k Hk. apply H; lia. Qed.

Lemma not_first (P Q : Prop) : ~ P -> ~ (P /\ Q).
Proof. tauto. Qed.

Lemma not_second (P Q : Prop) : ~ Q -> ~ (P /\ Q).
Proof. tauto. Qed.

Lemma not_either (P Q : Prop) : ~ P -> ~ Q -> ~ (P \/ Q).
Proof. tauto. Qed.

Lemma not_implied (P Q : Prop) : P -> ~ Q -> ~ (P -> Q).
Proof. tauto. Qed.

Lemma not_if (P Q : Prop) : P -> ~ Q -> ~ (P <-> Q).
Proof. tauto. Qed.

Lemma not_only_if (P Q : Prop) : ~ P -> Q -> ~ (P <-> Q).
Proof. tauto. Qed.

Lemma not_unequal (a b : R) : a = b -> ~ a <> b.
Proof. tauto. Qed.

Lemma not_derivative (f : R -> R) x d e : is_derive f x d -> d <> e -> ~ is_derive f x e.
Proof. intros D N E. apply N. rewrite <- (is_derive_unique _ _ _ D). apply is_derive_unique, E. Qed.

(* Terms in the place of others whose derivative is known. *)
Lemma derivative_value (f : R -> R) x d e : is_derive f x d -> d = e -> Derive f x = e.
Proof. intros D <-. apply is_derive_unique, D. Qed.

(* A function times a number, or divided by one. *)
Lemma d_scaled a (f : R -> R) x b : is_derive f x b -> is_derive (fun t => a * f t) x (a * b).
Proof. exact (is_derive_scal f x a b). Qed.

Lemma d_divided (f : R -> R) a x b : is_derive f x b -> is_derive (fun t => f t / a) x (b / a).
Proof.
  intros F. apply (is_derive_ext (fun t => / a * f t)); [intros t; apply Rmult_comm|].
  eapply d_eq; [exact (d_scaled (/ a) f x b F)|apply Rmult_comm].
Qed.

(* Equations of terms with roots, linear in these and in their squares, which are known. *)
Ltac squares :=
  repeat match goal with
  | |- context [sqrt ?q] =>
    generalize (pow2_sqrt q ltac:(ground)); generalize (sqrt q); intros ? ?
  end;
  simpl INR in *; lra.

Ltac decide_relation := first [ ground | bounded | lazymatch goal with |- _ = _ => squares end ].

(* The derivative of a function of one variable at a number, rule by rule. *)
Ltac derivative :=
  lazymatch goal with
  | |- is_derive (fun _ => ?a) _ _ => apply d_const
  | |- is_derive (fun t => t) _ _ => apply d_id
  | |- is_derive (fun t => @?f t + @?g t) ?x _ => apply (d_plus f g x); [derivative | derivative]
  | |- is_derive (fun t => @?f t - @?g t) ?x _ => apply (d_minus f g x); [derivative | derivative]
  | |- is_derive (fun t => - @?f t) ?x _ => apply (d_opp f x); derivative
  | |- is_derive (fun t => @?f t * @?g t) ?x _ =>
    lazymatch f with
    | fun _ => ?a => apply (d_scaled a g x); derivative
    | _ => apply (d_mult f g x); [derivative | derivative]
    end
  | |- is_derive (fun t => @?f t / @?g t) ?x _ =>
    lazymatch g with
    | fun _ => ?a => apply (d_divided f a x); derivative
    | _ => apply (d_div f g x); [derivative | derivative | cbv beta; decide_relation]
    end
  | |- is_derive (fun t => / @?f t) ?x _ => apply (d_inv f x); [derivative | cbv beta; decide_relation]
  | |- is_derive (fun t => @?f t ^ ?n) ?x _ => apply (d_pow f n x); derivative
  | |- is_derive (fun t => sqrt (@?f t)) ?x _ => apply (d_sqrt f x); [derivative | cbv beta; decide_relation]
  | |- is_derive (fun t => exp (@?f t)) ?x _ => apply (d_exp f x); derivative
  | |- is_derive (fun t => ln (@?f t)) ?x _ => apply (d_ln f x); [derivative | cbv beta; decide_relation]
  | D : is_derive ?f _ _ |- is_derive (fun t => ?f t) _ _ => exact D
  end.

(* The values of derivatives, in the place of these. *)
Ltac differentiate :=
  repeat match goal with
  | |- context [Derive ?f ?x] =>
    let D := fresh in
    eassert (D : is_derive f x _) by derivative; rewrite (is_derive_unique f x _ D); clear D
  end; cbv beta.

(* What a file says of its own: how sums and entries are written out, and definitions as well; the values of
   definitions; and what is known of where they are defined. *)
Ltac light := idtac.
Ltac expand := idtac.
Ltac values := idtac.
Create HintDb point discriminated.
Ltac known := solve [auto 1 with point nocore].

Ltac expanded := differentiate; decide_relation.

Ltac decided := values; expand; expanded.

(* Goes through a statement about a point to its relations, and decides these. *)
Ltac at_point :=
  lazymatch goal with
  | |- _ /\ _ => split; at_point
  | |- forall k, (k < 0)%nat -> _ => refine (every_none _)
  | |- forall k, (k < S _)%nat -> _ => refine (every_next _ _ _ _); cbv beta; at_point
  | |- _ => light; first [ known | by_structure ]
  end
with by_structure :=
  lazymatch goal with
  | |- True => exact I
  | |- _ /\ _ => split; at_point
  | |- _ \/ _ => first [ left; at_point | right; at_point ]
  | |- forall k, (k < _)%nat -> _ => at_point
  | |- (_ <= _)%nat => lia
  | |- (_ < _)%nat => lia
  | |- is_derive _ _ _ => expand; eapply d_eq; [derivative | cbv beta; expanded]
  | |- ex_derive _ _ => expand; eapply d_exists; derivative
  | |- locally _ _ => values; expand; nearby
  | |- ~ (_ = _) => decided
  | |- ~ (_ <> _) => apply not_unequal; at_point
  | |- ~ (_ < _) => apply Rle_not_lt; at_point
  | |- ~ (_ > _) => apply Rle_not_gt; at_point
  | |- ~ (_ <= _) => apply Rlt_not_le; at_point
  | |- ~ (_ >= _) => apply Rlt_not_ge; at_point
  | |- ~ (_ /\ _) => first [ apply not_first; at_point | apply not_second; at_point ]
  | |- ~ (_ \/ _) => apply not_either; at_point
  | |- ~ (_ <-> _) => first [ apply not_if; at_point | apply not_only_if; at_point ]
  | |- ~ (forall k, (k < S _)%nat -> _) => first [ refine (some_last _ _ _); cbv beta; at_point | refine (some_before _ _ _); cbv beta; at_point ]
  | |- ~ (_ -> _) => apply not_implied; at_point
  | |- ~ is_derive _ _ _ => expand; eapply not_derivative; [derivative | cbv beta; expanded]
  | |- ~ _ => progress expand; at_point
  | |- @eq R _ _ => decided
  | |- _ < _ => decided
  | |- _ > _ => decided
  | |- _ <= _ => decided
  | |- _ >= _ => decided
  | |- _ => progress expand; at_point
  end
with nearby :=
  lazymatch goal with
  | |- locally _ (fun _ => locally _ _) => apply l_all; intros ?; nearby
  | |- locally _ (fun t => ex_derive (fun s => @?f s) _) => apply l_all; intros ?; eapply d_exists; derivative
  | |- locally _ (fun _ => ?P) => apply l_all; intros _; at_point
  | |- locally ?x (fun t => @?P t /\ @?Q t) => apply (l_and P Q x); nearby
  | |- locally ?x (fun t => @?f t <> 0) => eapply (l_nonzero f x); [derivative | cbv beta; expanded]
  | |- locally ?x (fun t => 0 < @?f t) => eapply (l_positive f x); [derivative | cbv beta; expanded]
  | |- locally ?x (fun t => 0 <= @?f t) => eapply (l_nonneg f x); [derivative | cbv beta; expanded]
  | |- locally ?x (fun t => forall k, (k < ?n)%nat -> @?P t k) => apply (l_every n P x); at_point
  end.
