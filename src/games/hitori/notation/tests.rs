//! Round trips and refusals of the forms.
