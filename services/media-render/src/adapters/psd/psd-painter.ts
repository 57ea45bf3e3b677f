import { effectOf, mixOf } from '../../domain/psd/blend-modes.ts';
import { clearPixels, type Cover, coverOf, fade, lay, type Pixels } from '../../domain/psd/pixels.ts';
import { type ByteBudget } from '../../domain/psd/psd-limits.ts';
import { Shades } from '../../domain/psd/shades.ts';
import { type PsdWarning, psdWarning, type PsdWarningCode } from '../../domain/psd/warnings.ts';
import { layerPixels, maskCover } from './layer-pixels.ts';
import type { PsdDocument, PsdNode } from './psd-document.ts';

/** What the groups around a layer do to it. */
type Scope = { opacity: number; covers: readonly Cover[] };
/** What clipped layers are clipped to. */
type ClipBase = { node: PsdNode; cover: Cover | null };
type Sink = (pixels: Pixels, node: PsdNode, isOnPrint: boolean) => void;

export type PrintFound = { opacity: number; covers: readonly Cover[]; mode: string };

/** Draws a document from below, as far as a print into its base, and what lies above the print into shades. */
export class PsdPainter {
  readonly warnings: PsdWarning[] = [];
  readonly #document: PsdDocument;
  readonly #target: PsdNode;
  readonly #budget: ByteBudget;
  readonly #whenFound: (base: Pixels) => Promise<void>;
  readonly #shades: Shades;
  #base: Pixels | null;
  #print: PrintFound | null = null;

  /** `whenFound` takes the base before anything above it is drawn. */
  constructor(document: PsdDocument, target: PsdNode, budget: ByteBudget, whenFound: (base: Pixels) => Promise<void>) {
    this.#document = document;
    this.#target = target;
    this.#budget = budget;
    this.#whenFound = whenFound;
    this.#shades = new Shades(document, budget);
    this.#base = this.#canvas();
  }

  async paint(): Promise<{ print: PrintFound | null; shades: Shades }> {
    await this.#paintAll(this.#document.nodes, { opacity: 1, covers: [] }, (...given) => this.#layInDocument(...given));
    return { print: this.#print, shades: this.#shades };
  }

  async #paintAll(nodes: readonly PsdNode[], scope: Scope, sink: Sink): Promise<void> {
    let base: ClipBase | null = null;
    for (const [at, node] of nodes.entries()) {
      const isClipped = node.isClipped && base !== null;
      if (!isClipped) {
        this.#release(base?.cover);
        base = { node, cover: null };
      }
      if (node.isHidden || (isClipped && base!.node.isHidden)) continue;
      const hasFollowers = !isClipped && nodes[at + 1]?.isClipped === true;
      const drawn = await this.#paintOne(node, scope, sink, { clip: isClipped ? base : null, hasFollowers });
      if (hasFollowers && drawn) base = { node, cover: drawn };
    }
    this.#release(base?.cover);
  }

  /** Gives where it is seen, if layers are clipped to it. */
  async #paintOne(
    node: PsdNode,
    scope: Scope,
    sink: Sink,
    { clip, hasFollowers }: { clip: ClipBase | null; hasFollowers: boolean },
  ): Promise<Cover | null> {
    this.warnings.push(...node.lost);
    const isOnPrint = clip?.node === this.#target;
    if (isOnPrint) this.#warn('clipped_to_print', node);
    else if (clip && clip.node.mode !== 'normal' && !clip.node.children) this.#warn('clipping', node);
    const own = maskCover(node, this.#document, this.#budget);
    const covers = [...scope.covers, ...[own, clip?.cover ?? null].filter((cover) => cover !== null)];
    const inner = { opacity: scope.opacity * node.opacity, covers };

    if (node === this.#target) return this.#reach(node, inner, hasFollowers);
    if (node.children && this.#isTakenApart(node, clip !== null || hasFollowers)) {
      await this.#paintAll(node.children, inner, sink);
      if (!this.#print?.covers.includes(own!)) this.#release(own);
      return null;
    }
    if (node.isDrawn)
      return this.#paintPixels(node, inner, (pixels) => sink(pixels, node, isOnPrint), own, hasFollowers);
    this.#release(own);
    return null;
  }

  async #paintPixels(
    node: PsdNode,
    { opacity, covers }: Scope,
    use: (pixels: Pixels) => void,
    own: Cover | null,
    hasFollowers: boolean,
  ): Promise<Cover | null> {
    if (node.placed) this.#warn('other_smart_object', node);
    const pixels = node.children ? await this.#flattened(node) : layerPixels(node, this.#document, this.#budget);
    fade(pixels, opacity, covers, this.#document.width);
    use(pixels);
    this.#budget.giveBack(pixels.rgba.length);
    this.#release(own);
    return hasFollowers ? this.#cover(pixels) : null;
  }

  /** A group whose layers look the same without it; that of the print is taken apart in any case. */
  #isTakenApart(node: PsdNode, isClipping: boolean): boolean {
    const isThrough = node.mode === 'pass through';
    if (contains(node, this.#target)) {
      if (node.opacity < 1 || !(isThrough || node.mode === 'normal')) this.#warn('group_approximated', node);
      return true;
    }
    if (isClipping) return false;
    if (isThrough) return true;
    return node.mode === 'normal' && node.opacity === 1 && !node.mask && node.children!.every(isPlain);
  }

  async #flattened(group: PsdNode): Promise<Pixels> {
    const ground = this.#canvas();
    await this.#paintAll(group.children!, { opacity: 1, covers: [] }, (pixels, node) =>
      lay(ground, pixels, this.#mixOf(node)),
    );
    return ground;
  }

  async #reach(node: PsdNode, { opacity, covers }: Scope, hasFollowers: boolean): Promise<Cover | null> {
    this.#print = { opacity, covers, mode: node.mode };
    const base = this.#base!;
    this.#base = null;
    await this.#whenFound(base);
    this.#budget.giveBack(base.rgba.length);
    if (!hasFollowers || node.box.width < 1 || node.box.height < 1) return null;
    const pixels = layerPixels(node, this.#document, this.#budget);
    this.#budget.giveBack(pixels.rgba.length);
    return this.#cover(pixels);
  }

  #layInDocument(pixels: Pixels, node: PsdNode, isOnPrint: boolean): void {
    if (this.#base) return lay(this.#base, pixels, this.#mixOf(node));
    const effect = effectOf(node.mode);
    if (!effect) return this.#warn('blend_above', node, node.mode);
    if (!effect.isExact) this.#warn('blend_approximated', node, node.mode);
    if (isOnPrint && effect.kind === 'shadow') this.#shades.layTexture(pixels);
    else this.#shades.lay(pixels, effect.kind);
  }

  #mixOf(node: PsdNode) {
    const mix = mixOf(node.mode);
    if (mix === undefined) this.#warn('blend_mode', node, node.mode);
    return mix ?? null;
  }

  #cover(pixels: Pixels): Cover {
    this.#budget.take(this.#document.width * this.#document.height);
    return coverOf(pixels, this.#document);
  }

  #release(cover: Cover | null | undefined): void {
    if (cover) this.#budget.giveBack(cover.length);
  }

  #canvas(): Pixels {
    this.#budget.take(this.#document.width * this.#document.height * 4);
    return clearPixels(this.#document);
  }

  #warn(code: PsdWarningCode, { name }: PsdNode, detail?: string): void {
    this.warnings.push(psdWarning(code, name, detail));
  }
}

const contains = ({ children }: PsdNode, wanted: PsdNode): boolean =>
  children !== null && children.some((child) => child === wanted || contains(child, wanted));

const isPlain = ({ mode, children }: PsdNode): boolean =>
  mode === 'normal' && (children === null || children.every(isPlain));
