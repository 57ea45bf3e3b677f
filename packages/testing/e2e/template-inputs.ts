/** The body, the status of its response, and the paths that are reported as invalid. */
type Input = [what: string, body: object, status: number, paths: string[]];

const area = { x: 0, y: 0, width: 10, height: 10 };
const point = (x: number, y: number) => ({ x, y });
const config = (surface: object) => ({
  config: { printArea: area, sourceImage: { width: 10, height: 10 }, ...surface },
});
const cylinder = { kind: 'cylinder', axis: { from: point(5, 0), to: point(5, 90) }, radiusPx: 40, angle: 90 };
const crossing = { kind: 'perspective', corners: [point(0, 0), point(90, 0), point(0, 90), point(90, 90)] };
const mesh = (columns: number, rows: number) => ({
  kind: 'mesh',
  columns,
  rows,
  points: Array.from({ length: columns * rows }, (_, at) => point((at % columns) * 9, Math.floor(at / columns) * 9)),
});
const sleeve = { surface: 'sleeve', printArea: area };
const further = (...surfaces: object[]) => config({ surfaces });
const mirrored = [point(90, 0), point(0, 0), point(90, 90), point(0, 90)];
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key-${at}`, 'v']));

/** Beside a name and no assets. */
export const CREATIONS: Input[] = [
  ['a name of 150', { displayName: 'é'.repeat(150) }, 201, []],
  ['a name of 151', { displayName: 'n'.repeat(151) }, 400, ['displayName']],
  ['no name', { displayName: ' ' }, 400, ['displayName']],
  ['no assets', { assets: undefined }, 400, ['assets']],
  ['an unknown asset', { assets: { size: 'XXL', cut: 'slim' } }, 400, ['assets.cut', 'assets.size']],
  ['an unknown option', { options: { color: 'pink' } }, 400, ['options.color']],
  ['201 keys', { assets: many(201) }, 400, ['assets']],
  ['an id of 80', { id: 'i'.repeat(80) }, 201, []],
  ['an id of 81', { id: 'i'.repeat(81) }, 400, ['id']],
  ['an id in capitals', { id: 'Front' }, 400, ['id']],
  ['an id that exists', { id: 'front' }, 409, []],
  ['a whole print area', { config: { printArea: area, sourceImage: { width: 10, height: 10 } } }, 201, []],
  [
    'a print area outside',
    { config: { printArea: { ...area, x: 0.5 }, sourceImage: { width: 10, height: 10 } } },
    400,
    ['config.printArea'],
  ],
  ['a flat print area', { config: { printArea: { ...area, height: 0 } } }, 400, ['config.printArea.height']],
  ['a negative corner', { config: { printArea: { ...area, y: -1 } } }, 400, ['config.printArea.y']],
  ['12,000 px', { config: { sourceImage: { width: 12_000, height: 12_000 } } }, 201, []],
  ['12,001 px', { config: { sourceImage: { width: 12_001, height: 1 } } }, 400, ['config.sourceImage.width']],
  ['half pixels', { config: { sourceImage: { width: 1.5, height: 1 } } }, 400, ['config.sourceImage.width']],
  ['a mug', config({ warp: cylinder, blend: 'multiply', inkOpacity: 0.95 }), 201, []],
  ['16 x 16 points', config({ warp: mesh(16, 16), displacement: { strengthPx: -200, blurPx: 100 } }), 201, []],
  ['17 points in a row', config({ warp: mesh(17, 15) }), 400, ['config.warp.columns']],
  ['more points than any mesh', config({ warp: mesh(17, 16) }), 400, ['config.warp.columns', 'config.warp.points']],
  ['a mesh that folds', config({ warp: { ...mesh(2, 2), points: mirrored } }), 400, ['config.warp']],
  ['corners that cross', config({ warp: crossing }), 400, ['config.warp']],
  ['three corners', config({ warp: { ...crossing, corners: [point(0, 0)] } }), 400, ['config.warp.corners']],
  ['an unknown shape', config({ warp: { kind: 'sphere' } }), 400, ['config.warp.kind']],
  [
    'a cylinder of nothing',
    config({ warp: { ...cylinder, radiusPx: 0, angle: 361, rotation: 'up' } }),
    400,
    ['config.warp.angle', 'config.warp.radiusPx', 'config.warp.rotation'],
  ],
  [
    'a corner far away',
    config({ warp: { ...cylinder, axis: { from: point(24_001, 0), to: point(0, 0) } } }),
    400,
    ['config.warp.axis.from.x'],
  ],
  ['a warp without a print area', { config: { warp: cylinder } }, 400, ['config.warp']],
  ['a huge strength', config({ displacement: { strengthPx: 200.1 } }), 400, ['config.displacement.strengthPx']],
  ['no way to mix', config({ blend: 'burn', inkOpacity: 1.01 }), 400, ['config.blend', 'config.inkOpacity']],
  ['a colour for each value', config({ colourMask: { option: 'color' }, underbase: true }), 201, []],
  ['colours of nothing', config({ colourMask: { option: 'taste' } }), 400, ['config.colourMask.option']],
  [
    'no option and no word',
    config({ colourMask: {}, underbase: 'yes' }),
    400,
    ['config.colourMask.option', 'config.underbase'],
  ],
  ['a further surface of no type', further(sleeve), 400, ['config.surfaces[0].surface']],
  ['the first surface as a further one', further({ ...sleeve, surface: 'front' }), 400, ['config.surfaces[0].surface']],
  [
    'a further surface outside',
    further({ ...sleeve, printArea: { ...area, x: 1 } }),
    400,
    ['config.surfaces[0].printArea', 'config.surfaces[0].surface'],
  ],
  [
    'a further surface that folds',
    further({ ...sleeve, warp: crossing }),
    400,
    ['config.surfaces[0].surface', 'config.surfaces[0].warp'],
  ],
  ['four further surfaces', further(sleeve, sleeve, sleeve, sleeve), 400, ['config.surfaces']],
  ['no word for active', { isActive: 'yes' }, 400, ['isActive']],
];

export const CHANGES: Input[] = [
  ['nothing', {}, 200, []],
  ['no name', { displayName: null }, 400, ['displayName']],
  ['no activity', { isActive: null }, 400, ['isActive']],
  ['an unknown asset', { assets: { size: 'XXL' } }, 400, ['assets.size']],
  ['a print area outside', { config: { printArea: { ...area, width: 12_000 } } }, 400, ['config.printArea']],
  [
    'no surface',
    { config: { warp: null, displacement: null, blend: null, inkOpacity: null, colourMask: null, underbase: null } },
    200,
    [],
  ],
  ['a warp that folds', { config: { warp: crossing } }, 400, ['config.warp']],
  ['colours of nothing', { config: { colourMask: { option: 'taste' } } }, 400, ['config.colourMask.option']],
  ['everything wrong', { displayName: '', isActive: 1, options: 3 }, 400, ['displayName', 'isActive', 'options']],
];

export const KINDS = [
  'base',
  'mask',
  'outline',
  'shadow',
  'highlight',
  'preview',
  'displacement',
  'texture',
  'colourMask',
] as const;

export const FILE = { kind: 'base', contentType: 'image/png', sizeBytes: 1 };

export const IMAGES: [what: string, verb: string, body: object, status: number, paths: string[]][] = [
  ['an unknown kind', 'presign', { ...FILE, kind: 'hologram' }, 400, ['kind']],
  ['an unknown type', 'presign', { ...FILE, contentType: 'image/gif' }, 400, ['contentType']],
  ['a type with more', 'presign', { ...FILE, contentType: 'image/png; q=1' }, 400, ['contentType']],
  ['no byte', 'presign', { ...FILE, sizeBytes: 0 }, 400, ['sizeBytes']],
  ['a mask of no further surface', 'presign', { ...FILE, kind: 'mask@sleeve' }, 400, ['kind']],
  ['a mask of nothing', 'complete-batch', { kinds: ['mask@'] }, 400, ['kinds[0]']],
  ['all', 'presign', {}, 400, ['contentType', 'kind', 'sizeBytes']],
  ['no image', 'presign-batch', { images: [] }, 400, ['images']],
  ['one kind twice', 'presign-batch', { images: [FILE, FILE] }, 400, ['images[1].kind']],
  ['one wrong', 'presign-batch', { images: [FILE, { ...FILE, kind: 'x' }] }, 400, ['images[1].kind']],
  ['no key', 'complete', { kind: 'base' }, 400, ['key']],
  ['a key of nothing', 'complete', { kind: 'base', key: 'public/x.png' }, 400, ['key']],
  ['a key that climbs', 'complete', { kind: 'base', key: '../../etc/passwd' }, 400, ['key']],
  ['a key of 501', 'complete', { kind: 'base', key: 'k'.repeat(501) }, 400, ['key']],
  ['no kind', 'complete-batch', { kinds: [] }, 400, ['kinds']],
  ['a kind twice', 'complete-batch', { kinds: ['mask', 'mask'] }, 400, ['kinds[1]']],
  ['what was not presigned', 'complete-batch', { kinds: ['outline'] }, 400, ['kinds[0]']],
];
