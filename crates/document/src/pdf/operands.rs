//! Operands of content stream operators.

use hayro_syntax::content::Instruction;
use hayro_syntax::object::Object;

use super::matrix::Matrix;

/// Whether a marked-content sequence is an artifact of the page and not part of the text.
pub(super) fn tag_is_artifact(instruction: &Instruction<'_, '_>) -> bool {
    matches!(instruction.operands().next(), Some(Object::Name(tag)) if tag.as_ref() == b"Artifact")
}

pub(super) fn number(instruction: &Instruction<'_, '_>) -> Option<f64> {
    match instruction.operands().last() {
        Some(Object::Number(number)) => Some(number.as_f64()),
        _ => None,
    }
}

pub(super) fn matrix(instruction: &Instruction<'_, '_>) -> Option<Matrix> {
    match numbers::<6>(instruction) {
        (numbers, 6) => Some(Matrix(numbers)),
        _ => None,
    }
}

/// Returns the leading numeric operands and their count.
pub(super) fn numbers<const N: usize>(instruction: &Instruction<'_, '_>) -> ([f64; N], usize) {
    let mut numbers = [0.0; N];
    let mut count = 0;
    for (place, operand) in numbers.iter_mut().zip(instruction.operands()) {
        let Object::Number(number) = operand else { break };
        *place = number.as_f64();
        count += 1;
    }
    (numbers, count)
}
