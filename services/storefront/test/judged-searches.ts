/**
 * Example data: stores, artists and titles that are made up for judging what a search finds, and what people who type a query may
 * expect. Nobody and nothing here exists.
 */

type Title = readonly [title: string, type: string, likes: number, ...tags: string[]];
export type ExampleStore = { storeName: string; displayName: string; titles: readonly Title[] };

export const EXAMPLE_STORES: readonly ExampleStore[] = [
  {
    storeName: 'Ateliê Maré Alta',
    displayName: 'Mariana Falcão',
    titles: [
      ['Pôr do sol na praia', 'Pôster', 31, 'verão', 'mar'],
      ['Ondas do mar', 'Camiseta', 12, 'surfe'],
      ['Coqueiro ao vento', 'Caneca', 4, 'praia'],
      ['Baleia-jubarte', 'Camiseta', 22, 'mar', 'animais'],
      ['Farol antigo', 'Pôster', 3],
      ['Conchas e corais', 'Ecobag', 9, 'mar'],
      ['Tartaruga marinha', 'Almofada', 14, 'mar', 'animais'],
    ],
  },
  {
    storeName: 'Casa do Gato Preto',
    displayName: 'João Brandão',
    titles: [
      ['Gato preto', 'Camiseta', 40, 'felinos'],
      ['Gatos na janela', 'Pôster', 17, 'felinos'],
      ['Gatinho dorminhoco', 'Caneca', 25, 'felinos'],
      ['Cachorro caramelo', 'Camiseta', 55, 'vira-lata'],
      ['Cães de guarda', 'Pôster', 6],
      ['Meu cão, meu amigo', 'Caneca', 11],
      ['Papagaio falante', 'Ecobag', 5, 'pássaros'],
      ['Pássaro azul', 'Almofada', 8],
    ],
  },
  {
    storeName: 'Flor de Cactos',
    displayName: 'Beatriz Nóbrega',
    titles: [
      ['Flor de maracujá', 'Ecobag', 13, 'jardim'],
      ['Flores do campo', 'Pôster', 28, 'jardim'],
      ['Florista de rua', 'Camiseta', 2],
      ['Cacto com óculos', 'Caneca', 33],
      ['Árvore da vida', 'Pôster', 21],
      ['Árvores no inverno', 'Almofada', 7],
      ['Coração partido', 'Camiseta', 10],
      ['Corações vermelhos', 'Caneca', 16],
      ['Rosa vermelha', 'Camiseta', 19, 'flores'],
    ],
  },
  {
    storeName: 'Traço Livre',
    displayName: 'Caio Sertão',
    titles: [
      ['São João na roça', 'Camiseta', 23, 'festa junina'],
      ['Sanfona e zabumba', 'Pôster', 15, 'forró'],
      ['Sertão encantado', 'Pôster', 9],
      ['Lampião de papel', 'Caneca', 6, 'festa junina'],
      ['Bandeirinhas coloridas', 'Ecobag', 4, 'festa junina'],
      ['Pão de queijo', 'Caneca', 44, 'comida', 'Minas'],
      ['Pães quentinhos', 'Pôster', 3, 'comida'],
      ['Café com leite', 'Caneca', 38, 'comida'],
      ['Cafezal ao amanhecer', 'Pôster', 1],
    ],
  },
  {
    storeName: 'Ângulo Reto',
    displayName: 'Lívia Andrade',
    titles: [
      ['Triângulos azuis', 'Pôster', 12, 'geometria'],
      ['Círculo azul', 'Almofada', 9, 'geometria'],
      ['Linhas paralelas', 'Camiseta', 5],
      ['Lua cheia', 'Camiseta', 27, 'céu'],
      ['Fases da lua', 'Pôster', 30, 'céu'],
      ['Luz e sombra', 'Pôster', 8],
      ['Luzes da cidade', 'Quadro', 18],
      ['Capital infantil', 'Quadro', 2],
      ['Animais infantis', 'Camiseta', 20, 'crianças'],
      ['Foguete 100% algodão', 'Camiseta', 6, 'crianças'],
    ],
  },
  {
    storeName: 'Bicho do Mato',
    displayName: 'Maria Araújo',
    titles: [
      ['Onça-pintada', 'Camiseta', 50, 'felinos', 'pantanal'],
      ['Onças ao luar', 'Pôster', 11, 'felinos'],
      ['Tucano no ninho', 'Caneca', 24, 'pássaros'],
      ['Lobo-guará', 'Camiseta', 29, 'cerrado'],
      ['Capivara zen', 'Caneca', 60],
      ['Jacaré do pantanal', 'Ecobag', 7, 'pantanal'],
      ['Tatu-bola', 'Almofada', 10],
      ['Leão da montanha', 'Pôster', 4, 'felinos'],
    ],
  },
];

/** What is expected, from 3 (this is meant) to 1 (this fits too). */
export type Judged = { query: string; of: 'products' | 'artists'; expected: Readonly<Record<string, number>> };

const products = (query: string, expected: Judged['expected']): Judged => ({ query, of: 'products', expected });
const artists = (query: string, ...names: string[]): Judged => ({
  query,
  of: 'artists',
  expected: Object.fromEntries(names.map((name) => [name, 3])),
});

const CATS = { 'Gato preto': 3, 'Gatos na janela': 3, 'Gatinho dorminhoco': 2 };
const ONCAS = { 'Onça-pintada': 3, 'Onças ao luar': 3 };
const FLOWERS = { 'Flor de maracujá': 3, 'Flores do campo': 3, 'Rosa vermelha': 2 };
const HEARTS = { 'Corações vermelhos': 3, 'Coração partido': 3 };
const TREES = { 'Árvore da vida': 3, 'Árvores no inverno': 3 };
const DOGS = { 'Meu cão, meu amigo': 3, 'Cães de guarda': 3 };
const BREAD = { 'Pão de queijo': 3, 'Pães quentinhos': 3 };
const MOON = { 'Fases da lua': 3, 'Lua cheia': 3 };

export const JUDGED: readonly Judged[] = [
  // Accents and case.
  products('onca pintada', { 'Onça-pintada': 3 }),
  products('CORAÇÃO', HEARTS),
  products('coracao', HEARTS),
  products('por do sol', { 'Pôr do sol na praia': 3 }),
  products('arvore', TREES),
  products('pao de queijo', { 'Pão de queijo': 3 }),
  products('cafe', { 'Café com leite': 3, 'Cafezal ao amanhecer': 1 }),
  products('jacare', { 'Jacaré do pantanal': 3 }),
  // Plurals where one is meant, and one where many are.
  products('gatos', CATS),
  products('gato', CATS),
  products('onças', ONCAS),
  products('flores', FLOWERS),
  products('corações', HEARTS),
  products('árvores', TREES),
  products('pães', BREAD),
  products('cães', DOGS),
  products('azul', { 'Triângulos azuis': 3, 'Círculo azul': 3, 'Pássaro azul': 3 }),
  products('azuis', { 'Triângulos azuis': 3, 'Círculo azul': 3, 'Pássaro azul': 3 }),
  products('luas', MOON),
  products('animal', { 'Animais infantis': 3, 'Baleia-jubarte': 2, 'Tartaruga marinha': 2 }),
  products('infantil', { 'Animais infantis': 3, 'Capital infantil': 3 }),
  products('canecas de gatos', { 'Gatinho dorminhoco': 3 }),
  products('tucanos', { 'Tucano no ninho': 3 }),
  // Short words.
  products('lua', MOON),
  products('cão', DOGS),
  products('mar', {
    'Ondas do mar': 3,
    'Baleia-jubarte': 2,
    'Conchas e corais': 2,
    'Tartaruga marinha': 2,
    'Pôr do sol na praia': 2,
  }),
  products('luz', { 'Luz e sombra': 3, 'Luzes da cidade': 3 }),
  products('sol', { 'Pôr do sol na praia': 3 }),
  products('zen', { 'Capivara zen': 3 }),
  products('pão', BREAD),
  // Beginnings and parts of words.
  products('capiv', { 'Capivara zen': 3 }),
  products('tartar', { 'Tartaruga marinha': 3 }),
  products('jubarte', { 'Baleia-jubarte': 3 }),
  // Slips.
  products('capivarra', { 'Capivara zen': 3 }),
  products('cachoro caramelo', { 'Cachorro caramelo': 3 }),
  products('onsa', ONCAS),
  products('tucnao', { 'Tucano no ninho': 3 }),
  products('sanfonna', { 'Sanfona e zabumba': 3 }),
  products('bandeirihas', { 'Bandeirinhas coloridas': 3 }),
  products('tartaruga marina', { 'Tartaruga marinha': 3 }),
  products('papagaoi', { 'Papagaio falante': 3 }),
  products('coracoes vermeljos', { 'Corações vermelhos': 3 }),
  // Words that join others, kinds of products, tags.
  products('camiseta de onça', { 'Onça-pintada': 3 }),
  products('poster com gato', { 'Gatos na janela': 3 }),
  products('caneca para café', { 'Café com leite': 3 }),
  products('festa junina', { 'São João na roça': 3, 'Lampião de papel': 3, 'Bandeirinhas coloridas': 3 }),
  products('flor vermelha', { 'Rosa vermelha': 3 }),
  products('camisetas de lua', { 'Lua cheia': 3 }),
  products('100% algodao', { 'Foguete 100% algodão': 3 }),
  // Artists and stores.
  artists('joao brandao', 'João Brandão'),
  artists('maria', 'Maria Araújo'),
  artists('atelie', 'Mariana Falcão'),
  artists('livia', 'Lívia Andrade'),
  artists('araujjo', 'Maria Araújo'),
  artists('angulo reto', 'Lívia Andrade'),
  artists('bichos do mato', 'Maria Araújo'),
  products('maria araujo onça', ONCAS),
  products('gato brandao', { 'Gato preto': 3, 'Gatos na janela': 3, 'Gatinho dorminhoco': 2 }),
];
