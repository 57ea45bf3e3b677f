import type { Random } from '@estampa/stack/random';
import { changeFee } from './fees.ts';
import { MEETINGS } from './meetings.ts';
import type { Move } from './sellers.ts';

const KINDS = {
  publish: (sellers, offer) => sellers.setStatus(offer, 'active'),
  pause: (sellers, offer) => sellers.setStatus(offer, 'paused'),
  archive: (sellers, offer) => sellers.setStatus(offer, 'archived'),
  restore: (sellers, offer) => sellers.setStatus(offer, 'draft'),
  remove: (sellers, offer) => sellers.remove(offer),
  create: (sellers, offer) => sellers.create(offer),
  withdraw: (sellers, offer) => sellers.setArtworkStatus(offer, 'inactive'),
  bringBack: (sellers, offer) => sellers.setArtworkStatus(offer, 'active'),
  newFile: (sellers, offer) => sellers.newFile(offer),
  render: (sellers, offer) => sellers.render(offer),
  place: (sellers, offer) => sellers.place(offer),
  changeTemplate: (sellers) => sellers.changeTemplate(),
  changeFee,
  buy: (sellers, offer) => sellers.buy(offer),
} as const satisfies Record<string, Move>;
type Name = keyof typeof KINDS;

/** Those that meet: among all kinds two of them seldom do. */
const TOPICS: readonly (readonly Name[])[] = [
  ['publish', 'publish', 'pause', 'withdraw', 'withdraw', 'bringBack'],
  ['newFile', 'place', 'render', 'changeTemplate', 'buy', 'buy'],
  ['changeFee', 'changeFee', 'buy', 'buy', 'publish'],
  ['remove', 'create', 'publish', 'buy', 'place', 'withdraw', 'bringBack'],
];
const ALL = Object.keys(KINDS) as Name[];
const TOPIC_SHARE = 0.7;
const MOVES = { least: 3, most: 9 };
/** Of the artworks so many are worked on by two at once, who know nothing of each other. */
const TWO_SHARE = 0.4;

/** What is done with an artwork, by one or by two. */
export const drawPeople = (random: Random): Move[][] =>
  Array.from({ length: random.chance(TWO_SHARE) ? 2 : 1 }, () => drawMoves(random));

/** Of those who work on an artwork so many have some of their moves meet, and few others that would mend what comes of it. */
const MEETING_SHARE = 0.5;
const MEETINGS_MAX = 2;
const BEFORE_MAX = 3;

/** Anything, or what belongs to a topic; or a few of anything and then what meets. */
function drawMoves(random: Random): Move[] {
  if (random.chance(MEETING_SHARE)) {
    const before = Array.from({ length: random.below(BEFORE_MAX) }, () => KINDS[random.oneOf(ALL)!]);
    return [...before, ...Array.from({ length: 1 + random.below(MEETINGS_MAX) }, () => random.oneOf(MEETINGS)!)];
  }
  const names = random.chance(TOPIC_SHARE) ? random.oneOf(TOPICS)! : ALL;
  const count = MOVES.least + random.below(MOVES.most - MOVES.least + 1);
  return Array.from({ length: count }, () => KINDS[random.oneOf(names)!]);
}
