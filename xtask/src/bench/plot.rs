//! Plots of measurements.

use std::path::Path;

use plotters::prelude::*;

use super::scaling::{Curve, Point};

/// Plots time and memory against size, with logarithmic axes, side by side.
pub(super) fn draw(curves: &[Curve], path: &Path) -> Result<(), String> {
    let area = SVGBackend::new(path, (1200, 480)).into_drawing_area();
    area.fill(&WHITE).map_err(|error| error.to_string())?;
    let halves = area.split_evenly((1, 2));
    let figures: [(&str, Figure); 2] =
        [("seconds", Point::seconds), ("peak memory, MiB", |point| point.memory() / f64::from(1 << 20))];
    for (half, (title, figure)) in halves.iter().zip(figures) {
        panel(half, title, figure, curves).map_err(|error| error.to_string())?;
    }
    area.present().map_err(|error| error.to_string())
}

type Figure = fn(&Point) -> f64;
type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn panel(
    area: &Area<'_>,
    title: &str,
    figure: Figure,
    curves: &[Curve],
) -> Result<(), Box<dyn std::error::Error>> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let bounds = |figure: &dyn Fn(&Point) -> f64| {
        points()
            .map(figure)
            .fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), it| (low.min(it), high.max(it)))
    };
    let size = |point: &Point| point.bytes as f64 / 1024.0;
    let ((left, right), (low, high)) = (bounds(&size), bounds(&figure));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(60)
        .build_cartesian_2d((left..right).log_scale(), (low * 0.8..high * 1.2).log_scale())?;
    chart.configure_mesh().x_desc("input, KiB").draw()?;
    for (index, curve) in curves.iter().enumerate() {
        let color = Palette99::pick(index).to_rgba();
        let line = || curve.points.iter().map(|point| (size(point), figure(point)));
        chart
            .draw_series(LineSeries::new(line(), color.stroke_width(2)))?
            .label(&curve.title)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
        chart.draw_series(line().map(|at| Circle::new(at, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}
