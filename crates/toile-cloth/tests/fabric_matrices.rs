//! Stiffness matrices of fabrics: symmetry, energy, rotation.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use glam::{DMat3, DVec3};
use proptest::prelude::*;
use toile_cloth::fabric::{ClothDirection, Fabric, library, rotated};

fn largest(matrix: DMat3) -> f64 {
    matrix.to_cols_array().iter().fold(0.0, |size: f64, entry| size.max(entry.abs()))
}

fn assert_near(left: DMat3, right: DMat3) {
    assert!(largest(left - right) <= 1e-12 * largest(right), "{left} is not {right}");
}

/// Orthotropic fabrics of every kind that is possible.
fn fabrics() -> impl Strategy<Value = Fabric> {
    (2.0f64..2.9, 2.0f64..2.9, 0.0f64..4.0, -0.95f64..0.95, -0.95f64..0.95, 0.01f64..10.0).prop_map(
        |(warp, weft, shear, poisson, coupling, twist)| {
            let mut fabric = Fabric::isotropic("any", 0.2, 5e-4, 100.0, 0.0, 1e-5);
            let membrane = &mut fabric.membrane;
            (membrane.warp, membrane.weft, membrane.shear) =
                (10f64.powf(warp), 10f64.powf(weft), 10f64.powf(shear));
            membrane.poisson = poisson * (membrane.warp / membrane.weft).sqrt();
            let bending = &mut fabric.bending;
            (bending.warp, bending.weft) = (1e-8 * 10f64.powf(weft), 1e-8 * 10f64.powf(warp));
            bending.coupling = coupling * (bending.warp * bending.weft).sqrt();
            bending.twist = twist * (bending.warp * bending.weft).sqrt();
            fabric
        },
    )
}

#[test]
fn an_isotropic_sheet_is_the_same_from_everywhere() {
    let sheet = Fabric::isotropic("rubber", 0.3, 1e-3, 500.0, 0.3, 2e-5);
    assert!((sheet.membrane_matrix().x_axis.x - 500.0 / 0.91).abs() < 1e-9);
    assert!((sheet.membrane_matrix().y_axis.x - 150.0 / 0.91).abs() < 1e-9);
    for step in 0..16 {
        let angle = f64::from(step) * 0.2;
        assert_near(rotated(sheet.membrane_matrix(), angle), sheet.membrane_matrix());
        assert_near(rotated(sheet.bending_matrix(), angle), sheet.bending_matrix());
    }
}

#[test]
fn a_quarter_turn_exchanges_warp_and_weft() {
    let linen = Fabric::named("linen").unwrap();
    let turned = rotated(linen.membrane_matrix(), FRAC_PI_2);
    assert!((turned.x_axis.x / linen.membrane_matrix().y_axis.y - 1.0).abs() < 1e-12);
    assert!((linen.bending.stiffness(ClothDirection::Weft) / linen.bending.weft - 1.0).abs() < 1e-12);
}

#[test]
fn bending_on_the_bias_by_hand() {
    let linen = Fabric::named("linen").unwrap();
    let bending = linen.bending;
    let by_hand = (bending.warp + bending.weft + 2.0 * bending.coupling + 4.0 * bending.twist) / 4.0;
    assert!((bending.stiffness_at(FRAC_PI_4) / by_hand - 1.0).abs() < 1e-12);
}

#[test]
fn bending_length_by_hand() {
    // 0.15 kg/m² and a bending length of 2 cm: B = 0.15 · 9.80665 · 8e-6.
    let sheet = Fabric::isotropic("sheet", 0.15, 3e-4, 500.0, 0.0, 0.15 * 9.806_65 * 8e-6);
    assert!((sheet.bending_length(ClothDirection::Warp) - 0.02).abs() < 1e-12);
}

#[test]
fn compression_softens_and_curves_are_followed() {
    let suiting = Fabric::named("wool-suiting").unwrap();
    let membrane = &suiting.membrane;
    let (tension, _) = membrane.tension(ClothDirection::Warp, 0.046);
    assert!((tension - 98.0665).abs() < 1e-9, "{tension}");
    let (push, slope) = membrane.tension(ClothDirection::Warp, -0.01);
    let (_, pull) = membrane.tension(ClothDirection::Warp, 0.0);
    assert!(push < 0.0 && (slope / (membrane.compression * pull) - 1.0).abs() < 1e-12);
    let linen = Fabric::named("linen").unwrap();
    let (tension, slope) = linen.membrane.tension(ClothDirection::Weft, 0.01);
    assert!((tension - 0.01 * linen.membrane.weft).abs() < 1e-9 && slope == linen.membrane.weft);
}

#[test]
fn hysteresis_of_a_fabric_has_its_kes_values() {
    let denim = Fabric::named("denim").unwrap();
    let warp = denim.bending.hysteresis(ClothDirection::Warp);
    assert!((warp.lasting / (0.172 * 9.806_65e-5) - 1.0).abs() < 1e-9);
    assert!((2.0 * warp.friction_moment() / (0.139 * 9.806_65e-3) - 1.0).abs() < 1e-9);
    assert_eq!(warp.residual_rate, denim.bending.residual_rate);
    assert_eq!(warp.fatigue_rate, denim.bending.fatigue_rate);
}

proptest! {
    /// 1/E = c⁴/E1 + s⁴/E2 + c²s²(1/G − 2ν/E1).
    #[test]
    fn off_axis_stiffness_is_the_textbook_formula(fabric in fabrics(), angle in -4.0f64..4.0) {
        let membrane = &fabric.membrane;
        let (s, c) = angle.sin_cos();
        let compliance = c.powi(4) / membrane.warp
            + s.powi(4) / membrane.weft
            + (c * s).powi(2) * (1.0 / membrane.shear - 2.0 * membrane.poisson / membrane.warp);
        let matrix = rotated(fabric.membrane_matrix(), angle).inverse();
        prop_assert!((matrix.x_axis.x / compliance - 1.0).abs() < 1e-6);
        let bias = rotated(fabric.membrane_matrix(), FRAC_PI_4).inverse().x_axis.x;
        prop_assert!((bias * membrane.strip_stiffness(ClothDirection::Bias) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn rotation_keeps_the_invariants(fabric in fabrics(), angle in -4.0f64..4.0) {
        for matrix in [fabric.membrane_matrix(), fabric.bending_matrix()] {
            let turned = rotated(matrix, angle);
            let size = largest(matrix);
            let sum = |m: DMat3| m.x_axis.x + m.y_axis.y + 2.0 * m.y_axis.x;
            let difference = |m: DMat3| m.z_axis.z - m.y_axis.x;
            prop_assert!((sum(turned) - sum(matrix)).abs() < 1e-12 * size);
            prop_assert!((difference(turned) - difference(matrix)).abs() < 1e-12 * size);
            prop_assert!(largest(turned - turned.transpose()) < 1e-12 * size);
            prop_assert!(largest(rotated(turned, -angle) - matrix) < 1e-11 * size);
            prop_assert!(largest(rotated(turned, 0.3) - rotated(matrix, angle + 0.3)) < 1e-11 * size);
        }
    }

    /// The energy of a strain does not depend on the axes in which it is written.
    #[test]
    fn energy_does_not_depend_on_the_axes(fabric in fabrics(), angle in -4.0f64..4.0, xx in -1.0f64..1.0, yy in -1.0f64..1.0, xy in -1.0f64..1.0) {
        let strain = DVec3::new(xx, yy, 2.0 * xy);
        let (s, c) = angle.sin_cos();
        let seen = DVec3::new(
            c * c * xx + s * s * yy + 2.0 * s * c * xy,
            s * s * xx + c * c * yy - 2.0 * s * c * xy,
            2.0 * (s * c * (yy - xx) + (c * c - s * s) * xy),
        );
        let matrix = fabric.membrane_matrix();
        let energy = strain.dot(matrix * strain);
        let other = seen.dot(rotated(matrix, angle) * seen);
        prop_assert!((energy - other).abs() < 1e-11 * largest(matrix));
    }

    #[test]
    fn every_deformation_of_a_valid_fabric_costs_energy(fabric in fabrics(), angle in -4.0f64..4.0, tilt in -1.5f64..1.5) {
        fabric.validate().unwrap();
        let strain = DVec3::new(tilt.cos() * angle.cos(), tilt.cos() * angle.sin(), tilt.sin());
        prop_assert!(strain.dot(fabric.membrane_matrix() * strain) > 0.0);
        prop_assert!(strain.dot(fabric.bending_matrix() * strain) > 0.0);
    }

    #[test]
    fn impossible_contraction_is_refused(fabric in fabrics(), excess in 1.001f64..2.0) {
        let mut impossible = fabric.clone();
        impossible.membrane.poisson = excess * (fabric.membrane.warp / fabric.membrane.weft).sqrt();
        prop_assert!(impossible.validate().unwrap_err().to_string().contains("membrane.poisson"));
        let mut impossible = fabric;
        impossible.bending.coupling = -excess * (impossible.bending.warp * impossible.bending.weft).sqrt();
        prop_assert!(impossible.validate().unwrap_err().to_string().contains("bending.coupling"));
    }
}

#[test]
fn every_library_matrix_is_positive_definite() {
    for fabric in library() {
        for matrix in [fabric.membrane_matrix(), fabric.bending_matrix()] {
            assert!(matrix.x_axis.x > 0.0 && matrix.determinant() > 0.0, "{}", fabric.name);
        }
    }
}
