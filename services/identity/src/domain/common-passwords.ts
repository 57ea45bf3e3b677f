/**
 * Words that most guessed passwords are made of, in lower case and without digits and signs. They are those at the head of the
 * lists of leaked passwords that are published each year, in English and Portuguese, and rows of keys.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passwd passw pass contrasena senha minhasenha senhasenha mudar mudarsenha trocarsenha novasenha
  admin administrator administrador root user usuario guest test teste testtest default changeme changeit letmein welcome
  bemvindo secret segredo access acesso login logon master mestre system sistema server internet computer computador
  qwerty qwertyuiop qwertyui qwert qwertz azerty asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qweasd qweasdzxc qazwsx qazwsxedc
  qaz qwe asd zxc qwer asdf zxcv poiuyt lkjhgf mnbvcxz qq abc abcd abcde abcdef abcdefg abcdefgh aaa
  iloveyou ilovey teamo tiamo euteamo meuamor amor amore love lovely lover princess princesa sunshine shadow superman batman spiderman
  pokemon naruto monkey dragon football futebol baseball basketball soccer hockey liverpool chelsea arsenal barcelona
  flamengo corinthians palmeiras saopaulo santos gremio vasco cruzeiro internacional botafogo fluminense atletico brasil brazil
  michael michelle jennifer jessica ashley daniel andrew joshua matthew charlie jordan thomas robert gabriel rafael lucas
  mateus felipe fernando fernanda amanda juliana carolina mariana camila leticia vitoria beatriz isabela gustavo guilherme
  deus jesus jesuscristo deusefiel cristo familia family friends amigos estrela borboleta cachorro chocolate cookie
  computer samsung google facebook linkedin whatsapp microsoft windows apple android starwars trustno whatever hello hellohello
  freedom liberdade mustang ferrari corvette harley summer winter spring autumn verao inverno january december
  killer hunter ranger buster tigger pepper ginger maggie snoopy peanut cheese banana orange purple flower blink nothing
  `
    .trim()
    .split(/\s+/),
);
