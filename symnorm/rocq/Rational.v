(* Equations of rational functions, decided by calculation.

   `field` reads both sides of an equation into trees, node by node, and this takes nearly all of its time. Here a side
   is read at once, as a function of the operations that stand in it; what is calculated with the trees is what `field`
   calculates, by the same lemma of Coq. Nothing here is trusted. *)

From Coq Require Import Reals RIneq ZArith BinList Field_theory Ring_polynom.
Open Scope R_scope.

Module Rational.

Inductive tree : Set :=
  | Integer (z : Z)
  | Entry (n : positive)
  | Sum (a b : tree)
  | Difference (a b : tree)
  | Product (a b : tree)
  | Quotient (a b : tree)
  | Opposite (a : tree)
  | Inverse (a : tree)
  | Power (a : tree) (n : nat).

(* A tree as a fraction, and one without divisors as a polynomial. *)
Fixpoint fraction (e : tree) : FExpr Z :=
  match e with
  | Integer z => FEc z
  | Entry n => FEX Z n
  | Sum a b => FEadd (fraction a) (fraction b)
  | Difference a b => FEsub (fraction a) (fraction b)
  | Product a b => FEmul (fraction a) (fraction b)
  | Quotient a b => FEdiv (fraction a) (fraction b)
  | Opposite a => FEopp (fraction a)
  | Inverse a => FEinv (fraction a)
  | Power a n => FEpow (fraction a) (N.of_nat n)
  end.

Fixpoint polynomial (e : tree) : PExpr Z :=
  match e with
  | Integer z => PEc z
  | Entry n => PEX Z n
  | Sum a b => PEadd (polynomial a) (polynomial b)
  | Difference a b => PEsub (polynomial a) (polynomial b)
  | Product a b => PEmul (polynomial a) (polynomial b)
  | Opposite a => PEopp (polynomial a)
  | Power a n => PEpow (polynomial a) (N.of_nat n)
  | Quotient _ _ | Inverse _ => PEO
  end.

Definition equations : list (tree * tree) -> list (PExpr Z * PExpr Z) :=
  List.map (fun p => (polynomial (fst p), polynomial (snd p))).

(* Their values, where variables have those of a list. *)
Notation value := (FEeval 0 1 Rplus Rmult Rminus Ropp Rdiv Rinv IZR N.to_nat pow).
Notation polynomial_value := (PEeval 0 1 Rplus Rmult Rminus Ropp IZR N.to_nat pow).
Notation hold := (interp_PElist 0 1 Rplus Rmult Rminus Ropp eq IZR N.to_nat pow).
Notation defined := (PCond 0 1 Rplus Rmult Rminus Ropp eq IZR N.to_nat pow).

Notation rules := (mk_monpol_list 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool Z.quotrem).
Notation normal := (Fnorm 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool).
Notation reduced := (norm_subst 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool Z.quotrem ring_subst_niter).

(* Some variables are known not to be zero, and so products and powers of them are not. *)
Fixpoint standing (known : list positive) (e : PExpr Z) : bool :=
  match e with
  | PEc c => negb (Zeq_bool c 0)
  | PEX _ j => List.existsb (Pos.eqb j) known
  | PEmul a b => standing known a && standing known b
  | PEopp a | PEpow a _ => standing known a
  | _ => false
  end.

Fixpoint nonzero (l : list R) (known : list positive) : Prop :=
  match known with nil => True | cons j known => BinList.nth 0 j l <> 0 /\ nonzero l known end.

Lemma nonzero_in l known j : nonzero l known -> List.existsb (Pos.eqb j) known = true -> BinList.nth 0 j l <> 0.
Proof.
  induction known as [|k known IH]; cbn [nonzero List.existsb]; [discriminate|]. intros [N H] E.
  destruct (Pos.eqb_spec j k) as [->|_]; [exact N|exact (IH H E)].
Qed.

Lemma standing_sound l known e : nonzero l known -> standing known e = true -> polynomial_value l e <> 0.
Proof.
  intros N. induction e as [| |c|j|a IHa b IHb|a IHa b IHb|a IHa b IHb|a IHa|a IHa n]; cbn [standing]; intros E;
    try discriminate; cbn [PEeval].
  - apply not_0_IZR. intros ->. discriminate.
  - exact (nonzero_in l known j N E).
  - apply andb_prop in E. destruct E as [A B]. apply Rmult_integral_contrapositive_currified; auto.
  - apply Ropp_neq_0_compat. auto.
  - apply pow_nonzero. auto.
Qed.

Lemma all_standing l known es : nonzero l known -> List.forallb (standing known) es = true -> defined l es.
Proof.
  intros N. induction es as [|e es IH]; [intros _; exact I|]. cbn [List.forallb]. intros E. apply andb_prop in E.
  destruct E as [A B]. apply PCond_cons. split; [exact (standing_sound l known e N A)|exact (IH B)].
Qed.

(* Two fractions are one where equations are given, and no divisor is zero. *)
Definition same (given : list (tree * tree)) (known : list positive) (a b : tree) : bool :=
  let given := rules (equations given) in
  let p := normal (fraction a) in
  let q := normal (fraction b) in
  List.forallb (standing known) (condition p ++ condition q)%list &&
  Peq Zeq_bool (reduced given (PEmul (num p) (denum q))) (reduced given (PEmul (num q) (denum p))).

Lemma same_sound l given known a b : hold l (equations given) -> nonzero l known -> same given known a b = true ->
  value l (fraction a) = value l (fraction b).
Proof.
  unfold same. intros G N E. apply andb_prop in E. destruct E as [C E].
  exact (RIneq.RField_field_lemma1 _ l (equations given) (fraction a) (fraction b) G _ eq_refl _ eq_refl _ eq_refl E
    (all_standing l known _ N C)).
Qed.

(* --- How terms are read: variables, and proofs of what is known, come as pairs (((0, v), w), ...) ------------------ *)

Ltac listed l found := lazymatch l with (?l, ?v) => listed l constr:(cons v found) | _ => found end.

(* A term as a function of the variables. *)
Ltac abstracted l t :=
  lazymatch l with
  | (?l, ?v) => let t := eval pattern v in t in lazymatch t with ?f v => abstracted l f end
  | _ => t
  end.

(* A function of the variables at the first, second, ... of them, with the number of the next. *)
Ltac numbered l f :=
  lazymatch l with
  | (?l, _) => let p := numbered l f in lazymatch p with (?f, ?n) => constr:((f (Entry n), Pos.succ n)) end
  | _ => constr:((f, 1%positive))
  end.

Ltac read l t :=
  let f := abstracted l t in
  let f := eval pattern R, IZR, Rplus, Rminus, Rmult, Ropp, Rdiv, Rinv, pow in f in
  lazymatch f with
  | ?g R IZR Rplus Rminus Rmult Ropp Rdiv Rinv pow =>
    let p := numbered l constr:(g tree Integer Sum Difference Product Opposite Quotient Inverse Power) in
    lazymatch p with (?e, _) => eval vm_compute in e end
  end.

Ltac number l v :=
  lazymatch l with
  | (?l, v) => let n := size l in constr:(n)
  | (?l, _) => number l v
  end
with size l := lazymatch l with (?l, _) => let n := size l in constr:(Pos.succ n) | _ => constr:(1%positive) end.

Ltac given_by l proofs :=
  lazymatch proofs with
  | (?proofs, ?p) =>
    let T := type of p in
    let T := eval hnf in T in
    lazymatch T with
    | ?a = ?b =>
      let a := read l a in
      let b := read l b in
      let more := given_by l proofs in
      lazymatch more with
      | (@nil _, _) => constr:((cons (a, b) nil, p))
      | (?found, ?q) => constr:((cons (a, b) found, conj p q))
      end
    end
  | _ => constr:((@nil (tree * tree), I))
  end.

Ltac known_by l proofs :=
  lazymatch proofs with
  | (?proofs, ?p) =>
    let more := known_by l proofs in
    lazymatch type of p with
    | ?v <> 0 => let n := number l v in lazymatch more with (?found, ?q) => constr:((cons n found, conj p q)) end
    end
  | _ => constr:((@nil positive, I))
  end.

End Rational.

(* That an equation holds: of which variables it speaks, which of them are not zero, and equations of polynomials. *)
Ltac rational l known given :=
  let variables := Rational.listed l constr:(@nil R) in
  let k := Rational.known_by l known in
  let g := Rational.given_by l given in
  lazymatch goal with
  | |- ?a = ?b =>
    let a := Rational.read l a in
    let b := Rational.read l b in
    lazymatch constr:((k, g)) with
    | ((?known, ?standing), (?given, ?shown)) =>
      lazymatch eval vm_compute in (Rational.same given known a b) with
      | true => refine (Rational.same_sound variables given known a b shown standing _); vm_cast_no_check (eq_refl true)
      | false => fail "an equation that does not follow, or a divisor that may be zero"
      end
    end
  end.
