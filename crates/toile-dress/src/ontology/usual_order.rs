//! Which kind of garment is usually worn over which.

use super::GarmentClass;

/// Which kind goes over which, and why. The first rule that fits a pair one way only counts, so special cases come first.
pub(super) const USUAL: [(GarmentClass, GarmentClass, &str); 17] = {
    use GarmentClass::{
        Bottom, Coat, Dress, Garment, Jacket, OnePiece, Outerwear, Poncho, Pullover, Shirt, Shorts, Skirt,
        TShirt, TankTop, Top, Trousers, TubeTop,
    };
    [
        (Garment, GarmentClass::Underwear, "underwear is worn next to the skin"),
        (Poncho, Garment, "a poncho goes over everything"),
        (Coat, Garment, "a coat goes over all but a poncho"),
        (Jacket, Garment, "a jacket goes over all that is worn indoors"),
        (Outerwear, Garment, "outerwear goes over all that is worn indoors"),
        (Pullover, Garment, "a pullover goes over what is worn already"),
        (Dress, Top, "a dress goes over tops"),
        (OnePiece, Top, "a one-piece goes over tops"),
        (OnePiece, Bottom, "a one-piece goes over skirts and trousers"),
        (Top, Bottom, "a top hangs over skirts and trousers unless it is tucked in"),
        (Shirt, Top, "a shirt goes over other tops"),
        (TShirt, Top, "a T-shirt goes over tops without sleeves"),
        (TankTop, TubeTop, "a tank top goes over a tube top"),
        (Skirt, Trousers, "a skirt goes over trousers"),
        (Trousers, Shorts, "trousers go over shorts"),
        (Dress, OnePiece, "a dress goes over a jumpsuit"),
        (Garment, TubeTop, "a tube top is worn next to the skin"),
    ]
};

/// Whether the first of two kinds is usually outside of the second (true) or the other way round, and why; none if neither is usual.
pub(super) fn usual(one: GarmentClass, other: GarmentClass) -> Option<(bool, &'static str)> {
    USUAL.iter().find_map(|&(outer, inner, why)| {
        let forth = one.is_a(outer) && other.is_a(inner);
        let back = other.is_a(outer) && one.is_a(inner);
        (forth != back).then_some((forth, why))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_orders_never_go_in_a_circle() {
        let over = |a, b| usual(a, b).is_some_and(|(forth, _)| forth);
        for a in GarmentClass::ALL {
            assert_eq!(usual(a, a), None, "{a:?}");
            for b in GarmentClass::ALL {
                assert!(!(over(a, b) && over(b, a)), "{a:?} {b:?}");
                for c in GarmentClass::ALL {
                    assert!(!(over(a, b) && over(b, c) && over(c, a)), "{a:?} {b:?} {c:?}");
                }
            }
        }
        assert!(over(GarmentClass::Shirt, GarmentClass::Trousers));
        assert!(over(GarmentClass::Trousers, GarmentClass::Shorts));
        assert!(over(GarmentClass::Poncho, GarmentClass::Coat));
    }
}
