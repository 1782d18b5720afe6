(* What holds at a point and around it: where a theorem that lets something vary has its model. *)

From Symnorm Require Export Points Along.
Open Scope R_scope.

(* Around x, in all of the first n entries. *)
Definition beside (n : nat) (x : nat -> R) (P : (nat -> R) -> Prop) : Prop :=
  exists d, 0 < d /\ forall y, (forall k, (k < n)%nat -> Rabs (y k - x k) < d) -> P y.

Global Instance beside_filter n x : Filter (beside n x).
Proof.
  constructor.
  - exists 1. split; [lra|auto].
  - intros P Q [d [D A]] [e [E B]]. exists (Rmin d e). split; [apply Rmin_case; assumption|]. intros y Y.
    split; [apply A|apply B]; intros k K; specialize (Y k K);
      [pose proof (Rmin_l d e)|pose proof (Rmin_r d e)]; lra.
  - intros P Q I [d [D A]]. exists d. split; [exact D|]. auto.
Qed.

Section Beside.

Variables (n : nat) (x : nat -> R).
Implicit Types (f g : (nat -> R) -> R) (P Q : (nat -> R) -> Prop) (a b : R).

(* A function tends to a number. *)
Definition close f a : Prop := filterlim f (beside n x) (locally a).

Lemma close_const a : close (fun _ => a) a.
Proof. apply filterlim_const. Qed.

Lemma close_entry k : (k < n)%nat -> close (fun y => y k) (x k).
Proof.
  intros K P [d H]. exists d. split; [apply cond_pos|]. intros y Y. apply H. exact (Y k K).
Qed.

Lemma close_after (h : R -> R) f a : continuous h a -> close f a -> close (fun y => h (f y)) (h a).
Proof. intros H F. exact (filterlim_comp _ _ _ f h _ _ _ F H). Qed.

Lemma close_plus f g a b : close f a -> close g b -> close (fun y => f y + g y) (a + b).
Proof. intros F G. exact (filterlim_comp_2 f g Rplus F G (@filterlim_plus R_AbsRing R_NormedModule a b)). Qed.

Lemma close_mult f g a b : close f a -> close g b -> close (fun y => f y * g y) (a * b).
Proof. intros F G. exact (filterlim_comp_2 f g Rmult F G (@filterlim_mult R_AbsRing a b)). Qed.

Lemma derivable_continuous (h : R -> R) a d : is_derive h a d -> continuous h a.
Proof. intros D. apply (@ex_derive_continuous R_AbsRing R_NormedModule). exists d. exact D. Qed.

Lemma close_opp f a : close f a -> close (fun y => - f y) (- a).
Proof. apply (close_after Ropp). exact (derivable_continuous _ _ _ (d_opp (fun t => t) a _ (d_id a))). Qed.

Lemma close_minus f g a b : close f a -> close g b -> close (fun y => f y - g y) (a - b).
Proof. intros F G. exact (close_plus _ _ _ _ F (close_opp _ _ G)). Qed.

Lemma close_inv f a : close f a -> a <> 0 -> close (fun y => / f y) (/ a).
Proof. intros F N. apply (close_after Rinv); [|exact F]. exact (derivable_continuous _ _ _ (d_inv (fun t => t) a _ (d_id a) N)). Qed.

Lemma close_div f g a b : close f a -> close g b -> b <> 0 -> close (fun y => f y / g y) (a / b).
Proof. intros F G N. exact (close_mult _ _ _ _ F (close_inv _ _ G N)). Qed.

Lemma close_pow f m a : close f a -> close (fun y => f y ^ m) (a ^ m).
Proof. apply (close_after (fun t => t ^ m)). exact (derivable_continuous _ _ _ (d_pow (fun t => t) m a _ (d_id a))). Qed.

Lemma close_sqrt f a : close f a -> close (fun y => sqrt (f y)) (sqrt a).
Proof. apply (close_after sqrt). apply continuous_sqrt. Qed.

Lemma close_exp f a : close f a -> close (fun y => exp (f y)) (exp a).
Proof. apply (close_after exp). apply continuous_exp. Qed.

Lemma close_ln f a : close f a -> 0 < a -> close (fun y => ln (f y)) (ln a).
Proof. intros F P. apply (close_after ln); [|exact F]. exact (derivable_continuous _ _ _ (is_derive_ln a P)). Qed.

Lemma beside_all P : (forall y, P y) -> beside n x P.
Proof. intros H. exists 1. split; [lra|auto]. Qed.

Lemma beside_and P Q : beside n x P -> beside n x Q -> beside n x (fun y => P y /\ Q y).
Proof. apply filter_and. Qed.

Lemma beside_positive f a : close f a -> 0 < a -> beside n x (fun y => 0 < f y).
Proof. intros F P. apply F. exact (open_gt 0 a P). Qed.

Lemma beside_less f g a b : close f a -> close g b -> a < b -> beside n x (fun y => f y < g y).
Proof.
  intros F G L. apply (filter_imp (fun y => 0 < g y - f y)); [intros y; lra|].
  apply (beside_positive _ (b - a)); [apply close_minus; assumption|lra].
Qed.

Lemma beside_more f g a b : close f a -> close g b -> a > b -> beside n x (fun y => f y > g y).
Proof. intros F G. exact (beside_less g f b a G F). Qed.

Lemma beside_apart f g a b : close f a -> close g b -> a <> b -> beside n x (fun y => f y <> g y).
Proof.
  intros F G N. destruct (Rdichotomy _ _ N) as [L|L].
  - apply (filter_imp (fun y => f y < g y)); [intros y; lra|]. exact (beside_less f g a b F G L).
  - apply (filter_imp (fun y => f y > g y)); [intros y; lra|]. exact (beside_more f g a b F G L).
Qed.

Lemma beside_most f g a b : close f a -> close g b -> a < b -> beside n x (fun y => f y <= g y).
Proof. intros F G L. apply (filter_imp (fun y => f y < g y)); [intros y; lra|]. exact (beside_less f g a b F G L). Qed.

Lemma beside_least f g a b : close f a -> close g b -> a > b -> beside n x (fun y => f y >= g y).
Proof. intros F G L. apply (filter_imp (fun y => f y > g y)); [intros y; lra|]. exact (beside_more f g a b F G L). Qed.

Lemma beside_none (P : (nat -> R) -> nat -> Prop) : beside n x (fun y => forall k, (k < 0)%nat -> P y k).
Proof. apply beside_all. intros y. apply every_none. Qed.

Lemma beside_next m (P : (nat -> R) -> nat -> Prop) : beside n x (fun y => forall k, (k < m)%nat -> P y k) ->
  beside n x (fun y => P y m) -> beside n x (fun y => forall k, (k < S m)%nat -> P y k).
Proof. intros H L. refine (filter_imp _ _ _ (filter_and _ _ H L)). intros y [A B]. exact (every_next m (P y) A B). Qed.

End Beside.

(* --- Derivatives around a point, one rule for each constructor --------------------------------------------------------- *)

Section Sloped.

Variables (n : nat) (x : nat -> R) (p : (nat -> R) -> R).
Implicit Types (f g : (nat -> R) -> R -> R) (a b : (nat -> R) -> R).

Definition sloped f a : Prop := beside n x (fun y => is_derive (f y) (p y) (a y)).

Lemma sloped_one f g a b : (forall y, is_derive (f y) (p y) (a y) -> is_derive (g y) (p y) (b y)) ->
  sloped f a -> sloped g b.
Proof. intros H. exact (filter_imp _ _ H). Qed.

Lemma sloped_if (P : (nat -> R) -> Prop) f g a b :
  (forall y, is_derive (f y) (p y) (a y) -> P y -> is_derive (g y) (p y) (b y)) ->
  sloped f a -> beside n x P -> sloped g b.
Proof.
  intros H F Q. unfold sloped. apply (filter_imp (fun y => is_derive (f y) (p y) (a y) /\ P y)).
  - intros y [A B]. exact (H y A B).
  - exact (filter_and _ _ F Q).
Qed.

Lemma sloped_two f g h a b c :
  (forall y, is_derive (f y) (p y) (a y) -> is_derive (g y) (p y) (b y) -> is_derive (h y) (p y) (c y)) ->
  sloped f a -> sloped g b -> sloped h c.
Proof. intros H F G. exact (sloped_if _ f h a c H F G). Qed.

Lemma sloped_const a : sloped (fun y _ => a y) (fun _ => 0).
Proof. apply beside_all. intros y. apply d_const. Qed.

Lemma sloped_id : sloped (fun _ t => t) (fun _ => 1).
Proof. apply beside_all. intros y. apply d_id. Qed.

Lemma sloped_plus f g a b : sloped f a -> sloped g b -> sloped (fun y t => f y t + g y t) (fun y => a y + b y).
Proof. apply sloped_two. intros y. apply (d_plus (f y) (g y)). Qed.

Lemma sloped_minus f g a b : sloped f a -> sloped g b -> sloped (fun y t => f y t - g y t) (fun y => a y - b y).
Proof. apply sloped_two. intros y. apply (d_minus (f y) (g y)). Qed.

Lemma sloped_opp f a : sloped f a -> sloped (fun y t => - f y t) (fun y => - a y).
Proof. apply sloped_one. intros y. apply (d_opp (f y)). Qed.

Lemma sloped_mult f g a b : sloped f a -> sloped g b ->
  sloped (fun y t => f y t * g y t) (fun y => a y * g y (p y) + f y (p y) * b y).
Proof. apply sloped_two. intros y. apply (d_mult (f y) (g y)). Qed.

Lemma sloped_div f g a b : sloped f a -> sloped g b -> beside n x (fun y => g y (p y) <> 0) ->
  sloped (fun y t => f y t / g y t) (fun y => (a y * g y (p y) - f y (p y) * b y) / g y (p y) ^ 2).
Proof.
  intros F G N. refine (sloped_if _ g _ b _ _ G (filter_and _ _ F N)).
  intros y B [A Z]. exact (d_div (f y) (g y) (p y) _ _ A B Z).
Qed.

Lemma sloped_inv f a : sloped f a -> beside n x (fun y => f y (p y) <> 0) ->
  sloped (fun y t => / f y t) (fun y => - a y / f y (p y) ^ 2).
Proof. apply sloped_if. intros y. apply (d_inv (f y)). Qed.

Lemma sloped_pow f m a : sloped f a -> sloped (fun y t => f y t ^ m) (fun y => INR m * a y * f y (p y) ^ pred m).
Proof. apply sloped_one. intros y. apply (d_pow (f y)). Qed.

Lemma sloped_sqrt f a : sloped f a -> beside n x (fun y => 0 < f y (p y)) ->
  sloped (fun y t => sqrt (f y t)) (fun y => a y / (2 * sqrt (f y (p y)))).
Proof. apply sloped_if. intros y. apply (d_sqrt (f y)). Qed.

Lemma sloped_exp f a : sloped f a -> sloped (fun y t => exp (f y t)) (fun y => a y * exp (f y (p y))).
Proof. apply sloped_one. intros y. apply (d_exp (f y)). Qed.

Lemma sloped_ln f a : sloped f a -> beside n x (fun y => 0 < f y (p y)) ->
  sloped (fun y t => ln (f y t)) (fun y => a y / f y (p y)).
Proof. apply sloped_if. intros y. apply (d_ln (f y)). Qed.

Lemma sloped_exists f a : sloped f a -> beside n x (fun y => ex_derive (f y) (p y)).
Proof. unfold sloped. apply filter_imp. intros y D. exists (a y). exact D. Qed.

Lemma sloped_up f a d : sloped f a -> close n x a d -> 0 < d -> beside n x (fun y => Derive (f y) (p y) >= 0).
Proof.
  intros F A P. apply (filter_imp (fun y => is_derive (f y) (p y) (a y) /\ 0 < a y)).
  - intros y [D Q]. rewrite (is_derive_unique _ _ _ D). lra.
  - exact (filter_and _ _ F (beside_positive n x a d A P)).
Qed.

End Sloped.

(* --- Antiderivatives: functions of a number that are continuous around a point ----------------------------------------- *)

Section Continuous.

Implicit Types (f g h : R -> R) (c d t : R).

Definition calm f c : Prop := locally c (continuous f).

Lemma calm_one f h c : (forall t, continuous f t -> continuous h t) -> calm f c -> calm h c.
Proof. intros H F. exact (filter_imp _ _ H F). Qed.

Lemma calm_two f g h c : (forall t, continuous f t -> continuous g t -> continuous h t) ->
  calm f c -> calm g c -> calm h c.
Proof.
  intros H F G. refine (filter_imp _ _ _ (filter_and _ _ F G)). intros t [A B]. exact (H t A B).
Qed.

(* A function of a function, where that has values at which the other is continuous. *)
Lemma calm_after f g c (P : R -> Prop) : (forall a, P a -> continuous g a) -> open P ->
  calm f c -> P (f c) -> calm (fun t => g (f t)) c.
Proof.
  intros G O F A. refine (filter_imp _ _ _ (filter_and _ _ F (locally_singleton _ _ F P (O (f c) A)))).
  intros t [B Q]. exact (continuous_comp f g t B (G _ Q)).
Qed.

Lemma calm_const a c : calm (fun _ => a) c.
Proof. apply l_all. intros t. apply continuous_const. Qed.

Lemma calm_id c : calm (fun t => t) c.
Proof. apply l_all. intros t. apply continuous_id. Qed.

Lemma calm_plus f g c : calm f c -> calm g c -> calm (fun t => f t + g t) c.
Proof. apply calm_two. intros t. exact (continuous_plus f g t). Qed.

Lemma calm_minus f g c : calm f c -> calm g c -> calm (fun t => f t - g t) c.
Proof. apply calm_two. intros t. exact (continuous_minus f g t). Qed.

Lemma calm_opp f c : calm f c -> calm (fun t => - f t) c.
Proof. apply calm_one. intros t. exact (continuous_opp f t). Qed.

Lemma calm_mult f g c : calm f c -> calm g c -> calm (fun t => f t * g t) c.
Proof. apply calm_two. intros t. exact (continuous_mult f g t). Qed.

Lemma calm_inv f c : calm f c -> f c <> 0 -> calm (fun t => / f t) c.
Proof.
  apply (calm_after f Rinv c (fun a => a <> 0)); [|exact (open_neq 0)].
  intros a N. exact (derivable_continuous _ _ _ (d_inv (fun t => t) a _ (d_id a) N)).
Qed.

Lemma calm_div f g c : calm f c -> calm g c -> g c <> 0 -> calm (fun t => f t / g t) c.
Proof. intros F G N. exact (calm_mult f _ c F (calm_inv g c G N)). Qed.

Lemma calm_pow f m c : calm f c -> calm (fun t => f t ^ m) c.
Proof.
  intros F. apply (calm_after f (fun a => a ^ m) c (fun _ => True)); [|exact open_true|exact F|exact I].
  intros a _. exact (derivable_continuous _ _ _ (d_pow (fun t => t) m a _ (d_id a))).
Qed.

Lemma calm_sqrt f c : calm f c -> calm (fun t => sqrt (f t)) c.
Proof.
  intros F. apply (calm_after f sqrt c (fun _ => True)); [|exact open_true|exact F|exact I].
  intros a _. exact (continuous_sqrt a).
Qed.

Lemma calm_exp f c : calm f c -> calm (fun t => exp (f t)) c.
Proof.
  intros F. apply (calm_after f exp c (fun _ => True)); [|exact open_true|exact F|exact I].
  intros a _. exact (continuous_exp a).
Qed.

Lemma calm_ln f c : calm f c -> 0 < f c -> calm (fun t => ln (f t)) c.
Proof.
  apply (calm_after f ln c (fun a => 0 < a)); [|exact (open_gt 0)].
  intros a P. exact (derivable_continuous _ _ _ (is_derive_ln a P)).
Qed.

(* A derivative, where what it is around the point is continuous there. *)
Lemma calm_derive f c a : sloped 1 (fun _ => c) (fun y => y 0%nat) (fun _ => f) a ->
  calm (fun t => a (fun _ => t)) c -> calm (fun t => Derive f t) c.
Proof.
  intros [d [D S]] A. assert (E : locally c (fun t => a (fun _ => t) = Derive f t)).
  { exists (mkposreal d D). intros t T. symmetry. apply is_derive_unique, (S (fun _ => t)).
    intros [|k] K; [exact T|lia]. }
  refine (filter_imp _ _ _ (filter_and _ _ A (locally_locally _ _ E))).
  intros t [B L]. exact (continuous_ext_loc _ _ t L B).
Qed.

Lemma beside_calm n x f k : (k < n)%nat -> calm f (x k) -> beside n x (fun y => continuous f (y k)).
Proof. intros K [d H]. exists d. split; [apply cond_pos|]. intros y Y. exact (H _ (Y k K)). Qed.

(* Two functions of a place differ by a number, and so by one that has no slope along p. *)
Lemma differ_not (T : Type) (J : T -> Prop) (p : R -> T) (a b : T -> R) c d K e : 0 < d ->
  (forall t, Rabs (t - c) < d -> J (p t)) -> (forall x, J x -> a x = b x + K) ->
  is_derive (fun t => a (p t) - b (p t)) c e -> e <> 0 -> False.
Proof.
  intros D N E S Z. apply Z. rewrite <- (is_derive_unique _ _ _ S). transitivity (Derive (fun _ => K) c).
  - apply Derive_ext_loc. exists (mkposreal d D). intros t M. rewrite (E (p t) (N t M)). ring.
  - apply Derive_const.
Qed.

End Continuous.

(* --- Sets in which something varies -------------------------------------------------------------------------------- *)

Lemma interval_and (J K : R -> Prop) : interval J -> interval K -> interval (fun t => J t /\ K t).
Proof.
  intros [O A] [P B]. split; [exact (open_and J K O P)|]. intros a b t [Ja Ka] [Jb Kb] T.
  split; [exact (A a b t Ja Jb T)|exact (B a b t Ka Kb T)].
Qed.

Lemma interval_still (P : Prop) : interval (fun _ => P).
Proof. split; [|auto]. intros t H. apply filter_forall. auto. Qed.

Lemma interval_ball a d : interval (fun t => Rabs (t - a) < d).
Proof.
  split.
  - intros t T. exists (mkposreal (d - Rabs (t - a)) ltac:(lra)). intros s S. unfold ball in S. simpl in S.
    unfold AbsRing_ball, abs, minus, plus, opp in S. simpl in S. replace (s - a) with ((s + - t) + (t - a)) by ring.
    pose proof (Rabs_triang (s + - t) (t - a)). lra.
  - intros b c t B C T. apply Rabs_def2 in B. apply Rabs_def2 in C. apply Rabs_def1; lra.
Qed.

Lemma segment_of (K : R -> Prop) x i : interval K -> segment i (fun z => z = upd x i (z i) /\ K (z i)).
Proof.
  intros [O C]. split.
  - intros z [E _]. assert (S : forall t, upd z i t = upd x i t) by (intros t; rewrite E, upd_twice; reflexivity). split.
    + intros t [_ T]. rewrite upd_same in T. apply (filter_imp K); [|exact (O t T)]. intros s H.
      rewrite upd_same. split; [apply S|exact H].
    + intros a b t [_ A] [_ B] T. rewrite upd_same in *. split; [apply S|exact (C a b t A B T)].
  - intros y z [Y _] [Z _]. rewrite Z at 1. rewrite Y, upd_twice. reflexivity.
Qed.

Lemma open_of n x d : open_set n (fun y => forall k, (k < n)%nat -> Rabs (y k - x k) < d).
Proof.
  intros y Y. assert (H : exists e, 0 < e /\ forall k, (k < n)%nat -> Rabs (y k - x k) + e <= d).
  { clear -Y. induction n as [|n IH]; [exists 1; split; [lra|intros k K; lia]|].
    destruct IH as [e [P H]]; [intros k K; apply Y; lia|]. pose proof (Y n ltac:(lia)) as L.
    exists (Rmin e (d - Rabs (y n - x n))). split; [apply Rmin_case; lra|]. intros k K.
    destruct (Nat.eq_dec k n) as [->|N].
    - pose proof (Rmin_r e (d - Rabs (y n - x n))). lra.
    - pose proof (H k ltac:(lia)). pose proof (Rmin_l e (d - Rabs (y n - x n))). lra. }
  destruct H as [e [P H]]. exists e. split; [exact P|]. intros z Z k K. specialize (H k K). specialize (Z k K).
  replace (z k - x k) with ((z k - y k) + (y k - x k)) by ring. pose proof (Rabs_triang (z k - y k) (y k - x k)). lra.
Qed.

Lemma near_itself a d : 0 < d -> Rabs (a - a) < d.
Proof. intros D. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. exact D. Qed.

(* --- Tactics --------------------------------------------------------------------------------------------------------- *)

Ltac closing :=
  lazymatch goal with
  | |- close _ _ (fun _ => ?a) _ => apply close_const
  | |- close _ _ (fun y => y ?k) _ => apply close_entry; lia
  | |- close ?n ?x (fun y => @?f y + @?g y) _ => apply (close_plus n x f g); closing
  | |- close ?n ?x (fun y => @?f y - @?g y) _ => apply (close_minus n x f g); closing
  | |- close ?n ?x (fun y => - @?f y) _ => apply (close_opp n x f); closing
  | |- close ?n ?x (fun y => @?f y * @?g y) _ => apply (close_mult n x f g); closing
  | |- close ?n ?x (fun y => @?f y / @?g y) _ => apply (close_div n x f g); [closing | closing | cbv beta; expanded]
  | |- close ?n ?x (fun y => / @?f y) _ => apply (close_inv n x f); [closing | cbv beta; expanded]
  | |- close ?n ?x (fun y => @?f y ^ ?m) _ => apply (close_pow n x f m); closing
  | |- close ?n ?x (fun y => sqrt (@?f y)) _ => apply (close_sqrt n x f); closing
  | |- close ?n ?x (fun y => exp (@?f y)) _ => apply (close_exp n x f); closing
  | |- close ?n ?x (fun y => ln (@?f y)) _ => apply (close_ln n x f); [closing | cbv beta; expanded]
  end.

Ltac besides :=
  lazymatch goal with
  | |- beside _ _ (fun _ => ?P) => apply beside_all; intros _; at_point
  | |- beside ?n ?x (fun y => @?P y /\ @?Q y) => apply (beside_and n x P Q); besides
  | |- beside ?n ?x (fun y => @?f y < @?g y) => eapply (beside_less n x f g); [closing | closing | cbv beta; expanded]
  | |- beside ?n ?x (fun y => @?f y > @?g y) => eapply (beside_more n x f g); [closing | closing | cbv beta; expanded]
  | |- beside ?n ?x (fun y => @?f y <> @?g y) => eapply (beside_apart n x f g); [closing | closing | cbv beta; expanded]
  | |- beside ?n ?x (fun y => @?f y <= @?g y) => eapply (beside_most n x f g); [closing | closing | cbv beta; expanded]
  | |- beside ?n ?x (fun y => forall k, (k < 0)%nat -> @?P y k) => apply (beside_none n x P)
  | |- beside ?n ?x (fun y => forall k, (k < S ?m)%nat -> @?P y k) =>
    apply (beside_next n x m P); [besides | cbv beta iota; besides]
  | |- beside ?n ?x (fun y => ex_derive (fun t => @?f y t) (@?p y)) => eapply (sloped_exists n x p f); sloping
  | |- beside ?n ?x (fun y => Derive (fun t => @?f y t) (@?p y) >= 0) =>
    eapply (sloped_up n x p f); [sloping | cbv beta; closing | cbv beta; expanded]
  | |- beside ?n ?x (fun y => @?f y >= @?g y) => eapply (beside_least n x f g); [closing | closing | cbv beta; expanded]
  | |- beside ?n ?x (fun y => continuous ?f (y ?k)) => apply (beside_calm n x f k); [lia | calming]
  end
with sloping :=
  lazymatch goal with
  | |- sloped ?n ?x ?p (fun y _ => @?a y) _ => apply (sloped_const n x p a)
  | |- sloped ?n ?x ?p (fun _ t => t) _ => apply (sloped_id n x p)
  | |- sloped ?n ?x ?p (fun y t => @?f y t + @?g y t) _ => apply (sloped_plus n x p f g); sloping
  | |- sloped ?n ?x ?p (fun y t => @?f y t - @?g y t) _ => apply (sloped_minus n x p f g); sloping
  | |- sloped ?n ?x ?p (fun y t => - @?f y t) _ => apply (sloped_opp n x p f); sloping
  | |- sloped ?n ?x ?p (fun y t => @?f y t * @?g y t) _ => apply (sloped_mult n x p f g); sloping
  | |- sloped ?n ?x ?p (fun y t => @?f y t / @?g y t) _ =>
    apply (sloped_div n x p f g); [sloping | sloping | cbv beta; besides]
  | |- sloped ?n ?x ?p (fun y t => / @?f y t) _ => apply (sloped_inv n x p f); [sloping | cbv beta; besides]
  | |- sloped ?n ?x ?p (fun y t => @?f y t ^ ?m) _ => apply (sloped_pow n x p f m); sloping
  | |- sloped ?n ?x ?p (fun y t => sqrt (@?f y t)) _ => apply (sloped_sqrt n x p f); [sloping | cbv beta; besides]
  | |- sloped ?n ?x ?p (fun y t => exp (@?f y t)) _ => apply (sloped_exp n x p f); sloping
  | |- sloped ?n ?x ?p (fun y t => ln (@?f y t)) _ => apply (sloped_ln n x p f); [sloping | cbv beta; besides]
  end
with calming :=
  lazymatch goal with
  | |- calm (fun _ => ?a) _ => apply calm_const
  | |- calm (fun t => t) _ => apply calm_id
  | |- calm (fun t => @?f t + @?g t) ?c => apply (calm_plus f g c); calming
  | |- calm (fun t => @?f t - @?g t) ?c => apply (calm_minus f g c); calming
  | |- calm (fun t => - @?f t) ?c => apply (calm_opp f c); calming
  | |- calm (fun t => @?f t * @?g t) ?c => apply (calm_mult f g c); calming
  | |- calm (fun t => @?f t / @?g t) ?c => apply (calm_div f g c); [calming | calming | cbv beta; expanded]
  | |- calm (fun t => / @?f t) ?c => apply (calm_inv f c); [calming | cbv beta; expanded]
  | |- calm (fun t => @?f t ^ ?m) ?c => apply (calm_pow f m c); calming
  | |- calm (fun t => sqrt (@?f t)) ?c => apply (calm_sqrt f c); calming
  | |- calm (fun t => exp (@?f t)) ?c => apply (calm_exp f c); calming
  | |- calm (fun t => ln (@?f t)) ?c => apply (calm_ln f c); [calming | cbv beta; expanded]
  | |- calm (fun t => Derive ?f t) ?c => eapply (calm_derive f c); [sloping | cbv beta; calming]
  end.

(* Where something varies: every part of `along`, at the end of which stands what was supposed to be near. *)
Ltac apart_near := match goal with H : Rabs _ < _ |- Rabs _ < _ => exact H end.

Ltac ranging :=
  lazymatch goal with
  | |- interval (fun t => @?J t /\ @?K t) => apply (interval_and J K); ranging
  | |- interval (fun _ => ?P) => apply (interval_still P)
  | |- interval _ => apply interval_ball
  | |- open_set _ (fun _ => True) => intros ? _; exists 1; split; [lra | auto]
  | |- open_set _ _ => apply open_of
  | |- forall _, _ => intros ?; ranging
  | |- _ => apart; within
  end
with within :=
  cbv beta;
  lazymatch goal with
  | |- True => exact I
  | |- _ /\ _ => split; within
  | |- _ = upd _ _ _ => symmetry; apply upd_id
  | |- forall k, _ => intros ? _; within
  | |- _ => first [ apply near_itself; assumption | apart_near | assumption ]
  end.

(* What is known entry by entry. *)
Ltac reached :=
  try (apart; intros k K; repeat first [ solve [exfalso; lia] | destruct k as [|k]; [cbv beta iota; apart_near | ] ]).
