/** What of a file a template cannot show as it was. */
export type PsdWarning = { code: PsdWarningCode; layer: string; message: string };

const MESSAGES = {
  colour_profile: 'the colour profile of the file is not sRGB; its colours are taken as sRGB',
  effect: 'the layer effects are left out',
  smart_filter: 'smart filters are left out',
  adjustment_layer: 'adjustment layers are left out',
  fill_layer: 'gradient and pattern fills are left out',
  vector_mask: 'the vector mask is left out',
  mask_feather: 'the feather of the mask is left out',
  blend_if: 'the blending ranges are left out',
  knockout: 'knockout is left out',
  channels: 'the restriction to some channels is left out',
  artboard: 'the artboard is taken as a group; its background is left out',
  blend_mode: 'the blend mode is not known; it is drawn as normal',
  blend_above: 'the blend mode cannot be shown above a print; the layer is left out',
  blend_approximated: 'the blend mode is approximated by shadow and highlight above the print',
  print_blend: 'prints have no such blend mode; the nearest is taken',
  group_approximated: 'the group of the print is taken apart; its blend mode and opacity count for each of its layers',
  clipping: 'what is clipped to a layer with a blend mode of its own is blended by itself',
  clipped_to_print: 'what is clipped to the print is shown on all of its place',
  other_smart_object: 'in the template of another print area it is shown with what it holds in the file',
  warp_style: 'the warp style is left out; only the corners are kept',
  mesh: 'the mesh folds or is too fine; only the corners are kept',
  perspective: 'the corners give no surface; the print lies flat',
  no_area: 'the smart object has no area to print on; it is left out',
} as const;

export type PsdWarningCode = keyof typeof MESSAGES;

/** `detail` names what exactly, such as the effect. */
export const psdWarning = (code: PsdWarningCode, layer: string, detail?: string): PsdWarning => ({
  code,
  layer,
  message: detail === undefined ? MESSAGES[code] : `${MESSAGES[code]}: ${detail}`,
});

const PSD_WARNINGS_MAX = 200;

/** Each once, and not without end. */
export function distinct(warnings: readonly PsdWarning[]): PsdWarning[] {
  const known = new Map(warnings.map((warning) => [JSON.stringify(warning), warning]));
  return [...known.values()].slice(0, PSD_WARNINGS_MAX);
}
