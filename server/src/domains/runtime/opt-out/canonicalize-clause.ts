/** How words are written in a hurry, and what they stand for. */
const spellings: Record<string, string> = {
  ...mapTypos('please', 'plz pls plss plse pleas plese pleae plase plea pleez'),
  ...mapTypos('you', 'u ya yall yous'),
  ...mapTypos('your', 'ur yer yr'),
  ...mapTypos('texting', 'txting txtin textin texing textting txtng texitng texring texxting'),
  ...mapTypos('text', 'txt tex texr'),
  ...mapTypos('texts', 'txts txt-s texs'),
  ...mapTypos(
    'messaging',
    'msging msgin messagin mesaging messging messeging messageing mssging messaing messgaing masseging dming',
  ),
  ...mapTypos('message', 'msg mesage messge messege mssg meassage dm'),
  ...mapTypos('messages', 'msgs mesages messges messeges mssgs meassages messags dms'),
  ...mapTypos('contacting', 'contactin conacting contaciting'),
  ...mapTypos('dont', 'dnt donot dint doont'),
  ...mapTypos('stop', 'stpo sotp stopp stap stahp st0p stp'),
  ...mapTypos('remove', 'remov rmove remve reomve'),
  ...mapTypos('number', 'numbr nr num nbr numer nubmer phonenumber'),
  ...mapTypos('sending', 'sendin sendng snding'),
  ...mapTypos('alone', 'alon aloen'),
  ...mapTypos('receive', 'recieve receve recive'),
  ...mapTypos('receiving', 'recieving receving reciving'),
  ...mapTypos('list', 'lists lst'),
  ...mapTypos('anymore', 'anymor nomore nemore'),
  ...mapTypos('bothering', 'botherin bothring'),
  ...mapTypos('spamming', 'spaming spammin'),
  ...mapTypos('want to', 'wanna'),
  ...mapTypos('i am', 'im'),
  ...mapTypos('i would', 'id'),
  ...mapTypos('i will', 'ill'),
  ...mapTypos('i have', 'ive'),
  ...mapTypos('unsubscribe', 'unsub'),
  ...mapTypos('opt out', 'optout optou'),
}

function mapTypos(word: string, slips: string): Record<string, string> {
  return Object.fromEntries(slips.split(' ').map((slip) => [slip, word]))
}

/** Politeness, haste and anger: they change nothing about what is wanted. */
const ignoredWords = new Set(
  `please kindly just really seriously immediately asap thanks thank thx ty sorry hey hi hello ok okay ever again anymore yo dear
  fucking fuckin fkn fking fckn fing effing freaking freakin frickin damn damned goddamn bloody fuck shit hell ffs omg jesus christ god wtf
  guys guy sir maam madam mam bot robot dude man bro bitch bitches asshole assholes idiots idiot morons moron people pal buddy folks team
  stupid already completely totally permanently forever altogether entirely simply honestly literally urgently politely also`.split(
    /\s+/,
  ),
)

/** `unsubscribe` is long, and spelled in every way. */
const unsubscribeTypo = /^un+s?[aeiou]*b?s?c?r?i?b?e?$|^unsu[bsp]?[a-z]{0,2}c?r?ibe?$/

/** The words of a clause as a dictionary has them, without those that change nothing. */
export function canonicalizeClause(clause: string): string {
  const spelled = clause.split(' ').map((word) => (Object.hasOwn(spellings, word) ? spellings[word] : canonical(word)))
  return spelled
    .join(' ')
    .replace(/\bdo not\b/g, 'dont')
    .replace(
      /\bany (?:more|longer)\b|\bno longer\b(?= (?:text|message|contact))|\bright (?:now|away)\b|\bat once\b|\bthe (?:fuck|hell)\b|\bfor \w+ sake\b|\bdamn ?it\b|\bfrom now on\b|\bfor (?:good|ever|the last time)\b|\bas soon as possible\b|\bin (?:the )?future\b/g,
      (words) => (words === 'any more' ? 'anymore' : ''),
    )
    .split(' ')
    .filter((word) => word && !ignoredWords.has(word))
    .join(' ')
}

const canonical = (word: string): string => (word.length > 7 && unsubscribeTypo.test(word) ? 'unsubscribe' : word)
