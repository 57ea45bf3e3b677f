import {
  damagedPsd,
  mustBeImportable,
  PSD_LAYER_AREA_MAX_PX,
  PSD_LAYERS_MAX,
  PSD_SAMPLES_MAX,
  type PsdHeader,
  psdTooLarge,
  unsupportedPsd,
} from '../../domain/psd/psd-limits.ts';
import { PsdBytes } from './psd-bytes.ts';

const ICC_PROFILE = 1039;
/** No resource has it, so that readers pass over it. */
const NO_RESOURCE = 0;
const CHANNELS_MAX = 56;
/** Descriptions of layers are some kilobytes; those of a mesh, some hundred. */
const BLOCK_BYTES_MAX = 4 * 1024 * 1024;
const SIGNATURES = ['8BIM', '8B64'];
/** Writers disagree whether lengths are rounded up. */
const STEPS = [0, 1, -1, 2, -2, 3, -3, 4, -4];
const NAME_PADDING = [0, 1, 2, 3];
/** No block of a layer has this name. */
const NO_BLOCK = '----';
/** Where the layers of documents of more than 8 bits are. */
const LAYERS_OF_DEPTH = ['Lr16', 'Lr32'];

/** Blocks that say what layers are and how they are drawn; nothing else is handed to the parser. */
const READ_BLOCKS = new Set(
  (
    'lsct lsdk luni iOpa knko brst artb PlLd SoLd SoLE lfx2 lmfx lrFX vmsk vsms SoCo GdFl PtFl ' +
    'brit levl curv expA vibA hue2 blnc blwh phfl mixr clrL nvrt post thrs grdm selc'
  ).split(' '),
);

export type PsdScan = PsdHeader & { hasForeignProfile: boolean };

export const PSD_HEADER_BYTES = 26;

/** The beginning of a file; null where it is no Photoshop file. */
export function psdHeader(bytes: Buffer): PsdHeader | null {
  if (bytes.length < PSD_HEADER_BYTES || bytes.toString('latin1', 0, 4) !== '8BPS') return null;
  const reader = new PsdBytes(bytes, 4);
  const version = reader.u16();
  reader.skip(8);
  const [height, width, depth, mode] = [reader.u32(), reader.u32(), reader.u16(), reader.u16()];
  return { version, width, height, depth, mode };
}

/**
 * Walks all lengths of a file before anything is decoded, and rejects what is more than it may be. What is of no use is renamed in
 * `bytes`, so that the parser passes over it, whatever it is.
 */
export function scanPsd(bytes: Buffer): PsdScan {
  const header = psdHeader(bytes);
  if (!header) throw damagedPsd('it does not begin as one');
  mustBeImportable(header);
  const file = new PsdBytes(bytes, PSD_HEADER_BYTES);
  file.section();
  const hasForeignProfile = scanResources(bytes, file.section());
  scanLayerSection(bytes, file.section());
  return { ...header, hasForeignProfile };
}

/** Whether colours are those of a profile that is not sRGB. */
function scanResources(bytes: Buffer, resources: PsdBytes): boolean {
  let isForeign = false;
  while (resources.left > 0) {
    if (!SIGNATURES.includes(resources.word())) throw damagedPsd('a resource has no signature');
    const at = resources.position;
    const id = resources.u16();
    const nameLength = resources.u8();
    resources.skip(nameLength + (1 - (nameLength % 2)));
    const length = resources.u32();
    const content = resources.part(length);
    if (length % 2 === 1 && resources.left > 0) resources.skip(1);
    if (id === ICC_PROFILE) isForeign = !/s\0?R\0?G\0?B/.test(content.text());
    bytes.writeUInt16BE(NO_RESOURCE, at);
  }
  return isForeign;
}

function scanLayerSection(bytes: Buffer, section: PsdBytes): void {
  if (section.left === 0) throw unsupportedPsd('it has no layers');
  const layers = section.section();
  const hasLayers = layers.left > 0;
  if (hasLayers) scanLayers(bytes, layers);
  if (section.left >= 4) section.section();
  scanBlocks(bytes, section, (key, content) => {
    if (!LAYERS_OF_DEPTH.includes(key) || hasLayers) return false;
    scanLayers(bytes, content);
    return true;
  });
}

/** Blocks to the end of a part; those that are not `isRead` are renamed. */
function scanBlocks(bytes: Buffer, part: PsdBytes, isRead: (key: string, content: PsdBytes) => boolean): void {
  while (part.left >= 12) {
    if (!part.seek(SIGNATURES, STEPS)) {
      // Zeros may stand between blocks.
      part.skip(1);
      continue;
    }
    part.skip(4);
    const at = part.position;
    const key = part.word();
    const content = part.section();
    if (content.left % 2 === 1 && part.left > 0) part.skip(1);
    if (!isRead(key, content)) bytes.write(NO_BLOCK, at, 'latin1');
  }
}

type Box = { width: number; height: number };

function scanLayers(bytes: Buffer, part: PsdBytes): void {
  const count = Math.abs(part.i16());
  if (count > PSD_LAYERS_MAX) throw psdTooLarge(`${count} layers; at most ${PSD_LAYERS_MAX} are taken`);
  let [samples, dataBytes] = [0, 0];
  for (let layer = 0; layer < count; layer += 1) {
    const scanned = scanLayer(bytes, part);
    samples += scanned.samples;
    dataBytes += scanned.dataBytes;
  }
  if (samples > PSD_SAMPLES_MAX) throw psdTooLarge('its layers have too many pixels');
  part.skip(dataBytes);
}

function scanLayer(bytes: Buffer, part: PsdBytes): { samples: number; dataBytes: number } {
  const box = boxOf(part);
  const channels = part.u16();
  if (channels > CHANNELS_MAX) throw damagedPsd(`a layer has ${channels} channels`);
  let dataBytes = 0;
  for (let channel = 0; channel < channels; channel += 1) {
    part.skip(2);
    dataBytes += part.u32();
  }
  if (!SIGNATURES.includes(part.word())) throw damagedPsd('a layer has no signature');
  part.skip(8);
  const extra = part.section();
  const mask = extra.section();
  const masked = mask.left >= 16 ? boxOf(mask) : { width: 0, height: 0 };
  extra.section();
  extra.skip(extra.u8());
  if (!extra.seek(SIGNATURES, NAME_PADDING) && extra.left >= 12) throw damagedPsd('a layer has no blocks');
  scanBlocks(bytes, extra, (key, content) => READ_BLOCKS.has(key) && content.left <= BLOCK_BYTES_MAX);
  return { samples: box.width * box.height * channels + masked.width * masked.height, dataBytes };
}

function boxOf(part: PsdBytes): Box {
  const [top, left, bottom, right] = [part.i32(), part.i32(), part.i32(), part.i32()];
  const box = { width: right - left, height: bottom - top };
  if (box.width < 0 || box.height < 0) throw damagedPsd('a layer ends before it begins');
  if (box.width * box.height > PSD_LAYER_AREA_MAX_PX) throw psdTooLarge(`a layer of ${box.width} x ${box.height} px`);
  return box;
}
