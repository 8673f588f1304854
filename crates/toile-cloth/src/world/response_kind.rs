//! What becomes of close pairs, by name.

toile_geom::named_enum! {
    /// What becomes of pairs that are close; behind each of them the guard lets nothing pass.
    ///
    /// [`Soft`](Self::Soft) is each method's own: [`Newton`](crate::solver::Newton) has it among its forces, so that large steps are in
    /// balance with it, and the other methods move pairs apart in turn. The others are those of [`toile_contact::response`], between
    /// what a method proposes for a step, or a substep, and the guard; [`Newton`](crate::solver::Newton) then knows nothing of contact
    /// while it solves.
    ///
    /// ```
    /// use toile_cloth::world::ResponseKind;
    ///
    /// assert_eq!(ResponseKind::named("impulse"), Ok(ResponseKind::Impulse));
    /// assert_eq!(ResponseKind::default().name(), "soft");
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ResponseKind: name, named "response" {
        /// The method's own.
        #[default]
        Soft = "soft",
        /// The forces of all pairs at once.
        Constraint = "constraint",
        /// Inelastic impulses, pair after pair.
        Impulse = "impulse",
        /// Gentle springs, impulses for impacts on the way, rigid zones for what is left.
        Filter = "filter",
        /// Ends moved apart.
        Shift = "shift",
    }
}
