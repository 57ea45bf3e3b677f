import { type FileHandle, open, rm } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Size } from '../domain/geometry.ts';
import { iccProfile } from '../domain/icc-profile.ts';
import { SRGB } from '../domain/png-colour.ts';
import { OWN_DECODING } from './decoding.ts';
import { compressedPixels } from './png-chunks.ts';

type Page = {
  canvas: Size;
  /** Of the canvas, its bleed included. */
  widthMm: number;
  bleedMm: number;
};

/**
 * A PDF of one page (ISO 32000-1): the print in its size, the box of its bleed, and within it the box that it is trimmed to. The page
 * contains what PNG has compressed as it is, so nothing is compressed twice and none of it has to be in memory.
 */
export async function writePrintPage(from: string, to: string, page: Page): Promise<void> {
  const [colour, alpha] = [`${to}.colour.png`, `${to}.alpha.png`];
  try {
    await sharp(from, OWN_DECODING).removeAlpha().toColourspace('srgb').png().toFile(colour);
    await sharp(from, OWN_DECODING).extractChannel('alpha').toColourspace('b-w').png().toFile(alpha);
    await rm(from);
    await using file = await open(to, 'w');
    await writeObjects(file, page, { colour, alpha });
  } finally {
    await Promise.all([colour, alpha].map((path) => rm(path, { force: true })));
  }
}

/** A second line of bytes above 127 tells programs that it is no text. */
const HEADER = Buffer.from('%PDF-1.6\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const [CATALOG, PAGES, PAGE, DRAWING, COLOUR, ALPHA, PROFILE] = [1, 2, 3, 4, 5, 6, 7] as const;

async function writeObjects(file: FileHandle, page: Page, paths: { colour: string; alpha: string }): Promise<void> {
  const out = new Output(file);
  const { width, height, trim } = inPoints(page);
  const media = `[0 0 ${width} ${height}]`;
  const profile = deflateSync(iccProfile(SRGB, 'srgb', false));
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Print Do Q`;
  await out.write(HEADER);
  await out.object(CATALOG, `<< /Type /Catalog /Pages ${PAGES} 0 R >>`);
  await out.object(PAGES, `<< /Type /Pages /Kids [${PAGE} 0 R] /Count 1 >>`);
  await out.object(
    PAGE,
    `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox ${media} /BleedBox ${media} /TrimBox [${trim.join(' ')}] /Contents ${DRAWING} 0 R /Resources << /XObject << /Print ${COLOUR} 0 R >> >> >>`,
  );
  await out.object(DRAWING, `<< /Length ${drawing.length} >>`, [Buffer.from(drawing)]);
  await out.image(COLOUR, paths.colour, page.canvas, {
    channels: 3,
    entries: `/ColorSpace [/ICCBased ${PROFILE} 0 R] /SMask ${ALPHA} 0 R`,
  });
  await out.image(ALPHA, paths.alpha, page.canvas, { channels: 1, entries: '/ColorSpace /DeviceGray' });
  await out.object(PROFILE, `<< /N 3 /Filter /FlateDecode /Length ${profile.length} >>`, [profile]);
  await out.end(CATALOG);
}

const POINTS_PER_MM = 72 / 25.4;
const points = (mm: number): string => (mm * POINTS_PER_MM).toFixed(3);

function inPoints({ canvas, widthMm, bleedMm }: Page): { width: string; height: string; trim: string[] } {
  const heightMm = (widthMm * canvas.height) / canvas.width;
  const trim = [bleedMm, bleedMm, widthMm - bleedMm, heightMm - bleedMm];
  return { width: points(widthMm), height: points(heightMm), trim: trim.map(points) };
}

type Drawn = { channels: 1 | 3; entries: string };

/** Objects one after the other, with where each begins. */
class Output {
  readonly #file: FileHandle;
  readonly #offsets: number[] = [];
  #at = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#at);
      done += bytesWritten;
      this.#at += bytesWritten;
    }
  }

  async object(number: number, dictionary: string, stream?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    this.#offsets[number] = this.#at;
    await this.write(Buffer.from(`${number} 0 obj\n${dictionary}\n`));
    if (stream) {
      await this.write(Buffer.from('stream\n'));
      for await (const bytes of stream) await this.write(bytes);
      await this.write(Buffer.from('\nendstream\n'));
    }
    await this.write(Buffer.from('endobj\n'));
  }

  /** The pixels of a PNG that is not interlaced, of eight bits a channel; their length stands before them, so they are read twice. */
  async image(number: number, path: string, { width, height }: Size, { channels, entries }: Drawn): Promise<void> {
    let length = 0;
    for await (const pixels of compressedPixels(path)) length += pixels.length;
    const filtered = `/Predictor 15 /Colors ${channels} /BitsPerComponent 8 /Columns ${width}`;
    await this.object(
      number,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${entries} /Filter /FlateDecode /DecodeParms << ${filtered} >> /Length ${length} >>`,
      compressedPixels(path),
    );
  }

  async end(root: number): Promise<void> {
    const start = this.#at;
    const lines = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    const count = lines.length + 1;
    await this.write(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${count} /Root ${root} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
  }
}
