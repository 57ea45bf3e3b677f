import { expect, it } from 'vitest';
import { BLEED_SHARE, checkedPlacement, fit, fittedAndCentred, mustFit, SCALE_MAX, SCALE_MIN } from './placement.ts';

const SCENES = 4_000;
const NEARLY_PX = 1e-6;

/** The same numbers in every run. */
function* randomShares(): Generator<number, never> {
  for (let state = 20_261; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

const shares = randomShares();
const between = (min: number, max: number) => min + shares.next().value * (max - min);

function randomScene() {
  const artwork = { width: Math.round(between(1, 12_000)), height: Math.round(between(1, 12_000)) };
  const printArea = { x: between(0, 900), y: between(0, 900), width: between(1, 2_000), height: between(1, 2_000) };
  const { x, y, scale } = fittedAndCentred(artwork, printArea);
  const shift = () => between(-0.12, 0.12) * Math.max(printArea.width, printArea.height);
  const placement = {
    x: x + shift(),
    y: y + shift(),
    scale: Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale * between(0.4, 1.1))),
    rotation: shares.next().value < 0.5 ? Math.round(between(-8, 8)) * 90 : between(-720, 720),
  };
  return { artwork, printArea, placement };
}

type Scene = ReturnType<typeof randomScene>;

/** Rotates each corner about the middle by angle and distance, which shares no step with the rule. */
function boundsByCorners({ artwork, placement: { x, y, scale, rotation } }: Scene) {
  const [halfWidth, halfHeight] = [(artwork.width * scale) / 2, (artwork.height * scale) / 2];
  const corners = [1, -1].flatMap((right) =>
    [1, -1].map((down) => {
      const angle = Math.atan2(down * halfHeight, right * halfWidth) + (rotation / 180) * Math.PI;
      const distance = Math.hypot(halfWidth, halfHeight);
      return [x + halfWidth + distance * Math.cos(angle), y + halfHeight + distance * Math.sin(angle)] as const;
    }),
  );
  const [xs, ys] = [corners.map(([across]) => across), corners.map(([, down]) => down)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const scenes = Array.from({ length: SCENES }, randomScene);

it('bounds, overflow and fit are those of the four turned corners', () => {
  let fitting = 0;
  for (const scene of scenes) {
    const { artwork, placement, printArea } = scene;
    const { left, right, top, bottom } = boundsByCorners(scene);
    const { artworkBounds, overflow, fits } = fit(artwork, placement, printArea);

    const nearly = (one: number, other: number) => Math.abs(one - other) <= NEARLY_PX * Math.max(1, Math.abs(other));
    const sides = {
      top: printArea.y - top,
      right: right - printArea.x - printArea.width,
      bottom: bottom - printArea.y - printArea.height,
      left: printArea.x - left,
    };
    const same = [
      nearly(artworkBounds.x, left) && nearly(artworkBounds.y, top),
      nearly(artworkBounds.x + artworkBounds.width, right) && nearly(artworkBounds.y + artworkBounds.height, bottom),
      nearly(overflow.top, Math.max(0, sides.top)) && nearly(overflow.bottom, Math.max(0, sides.bottom)),
      nearly(overflow.left, Math.max(0, sides.left)) && nearly(overflow.right, Math.max(0, sides.right)),
    ];
    expect([scene, same]).toEqual([scene, [true, true, true, true]]);
    const beyond = Math.max(
      Math.max(sides.top, sides.bottom) - printArea.height * BLEED_SHARE,
      Math.max(sides.left, sides.right) - printArea.width * BLEED_SHARE,
    );
    // Neither of the two is exact to the last bit.
    if (Math.abs(beyond) > NEARLY_PX * 1_000) expect([scene, fits]).toEqual([scene, beyond < 0]);
    if (fits) fitting += 1;
  }
  expect(fitting).toBeGreaterThan(SCENES / 10);
  expect(fitting).toBeLessThan(SCENES * 0.9);
});

it('a render accepts exactly what a preview says that fits', () => {
  for (const { artwork, placement, printArea } of scenes) {
    const { fits } = fit(artwork, placement, printArea);
    if (fits) expect(mustFit(artwork, placement, printArea).fits).toBe(true);
    else expect(() => mustFit(artwork, placement, printArea)).toThrow('does not fit');
  }
});

it('full rotations change nothing', () => {
  for (const { artwork, placement, printArea } of scenes) {
    const { rotation } = checkedPlacement({ ...placement, rotation: placement.rotation + 1_080 });
    const stored = checkedPlacement(placement).rotation;
    const apart = Math.abs(rotation - stored);
    expect(Math.min(apart, 360 - apart)).toBeLessThan(1e-9);
    expect(stored).toBeGreaterThanOrEqual(0);
    expect(stored).toBeLessThan(360);
    const [before, after] = [placement.rotation, stored].map((angle) =>
      fit(artwork, { ...placement, rotation: angle }, printArea),
    );
    expect(after!.artworkBounds.width).toBeCloseTo(before!.artworkBounds.width, 5);
    expect(after!.artworkBounds.x).toBeCloseTo(before!.artworkBounds.x, 5);
  }
});

it('what is fitted and centred touches two sides, has equal margins and fits, wherever the scale allows it', () => {
  for (const { artwork, printArea } of scenes) {
    const placement = fittedAndCentred(artwork, printArea);
    const [width, height] = [artwork.width * placement.scale, artwork.height * placement.scale];
    expect(placement.x - printArea.x).toBeCloseTo(printArea.width - width - (placement.x - printArea.x), 6);
    expect(placement.y - printArea.y).toBeCloseTo(printArea.height - height - (placement.y - printArea.y), 6);
    if (placement.scale === SCALE_MIN || placement.scale === SCALE_MAX) continue;
    expect(fit(artwork, placement, printArea).fits).toBe(true);
    expect(Math.min(printArea.width - width, printArea.height - height)).toBeCloseTo(0, 6);
  }
});
