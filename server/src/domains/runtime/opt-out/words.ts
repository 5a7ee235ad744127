/** How words are written in a hurry, and what they stand for. */
const spellings: Record<string, string> = {
  ...named('please', 'plz pls plss plse pleas plese pleae plase plea pleez'),
  ...named('you', 'u ya yall yous'),
  ...named('your', 'ur yer yr'),
  ...named('texting', 'txting txtin textin texing textting txtng texitng texring texxting'),
  ...named('text', 'txt tex texr'),
  ...named('texts', 'txts txt-s texs'),
  ...named(
    'messaging',
    'msging msgin messagin mesaging messging messeging messageing mssging messaing messgaing masseging dming',
  ),
  ...named('message', 'msg mesage messge messege mssg meassage dm'),
  ...named('messages', 'msgs mesages messges messeges mssgs meassages messags dms'),
  ...named('contacting', 'contactin conacting contaciting'),
  ...named('dont', 'dnt donot dint doont'),
  ...named('stop', 'stpo sotp stopp stap stahp st0p stp'),
  ...named('remove', 'remov rmove remve reomve'),
  ...named('number', 'numbr nr num nbr numer nubmer phonenumber'),
  ...named('sending', 'sendin sendng snding'),
  ...named('alone', 'alon aloen'),
  ...named('receive', 'recieve receve recive'),
  ...named('receiving', 'recieving receving reciving'),
  ...named('list', 'lists lst'),
  ...named('anymore', 'anymor nomore nemore'),
  ...named('bothering', 'botherin bothring'),
  ...named('spamming', 'spaming spammin'),
  ...named('want to', 'wanna'),
  ...named('i am', 'im'),
  ...named('i would', 'id'),
  ...named('i will', 'ill'),
  ...named('i have', 'ive'),
  ...named('unsubscribe', 'unsub'),
  ...named('opt out', 'optout optou'),
}

function named(word: string, slips: string): Record<string, string> {
  return Object.fromEntries(slips.split(' ').map((slip) => [slip, word]))
}

/** Politeness, haste and anger: they change nothing about what is wanted. */
const passedOver = new Set(
  `please kindly just really seriously immediately asap thanks thank thx ty sorry hey hi hello ok okay ever again anymore yo dear
  fucking fuckin fkn fking fckn fing effing freaking freakin frickin damn damned goddamn bloody fuck shit hell ffs omg jesus christ god wtf
  guys guy sir maam madam mam bot robot dude man bro bitch bitches asshole assholes idiots idiot morons moron people pal buddy folks team
  stupid already completely totally permanently forever altogether entirely simply honestly literally urgently politely also`.split(
    /\s+/,
  ),
)

/** `unsubscribe` is long, and spelled in every way. */
const slipOfUnsubscribe = /^un+s?[aeiou]*b?s?c?r?i?b?e?$|^unsu[bsp]?[a-z]{0,2}c?r?ibe?$/

/** The words of a clause as a dictionary has them, without those that change nothing. */
export function meantWords(clause: string): string {
  const spelled = clause.split(' ').map((word) => (Object.hasOwn(spellings, word) ? spellings[word] : canonical(word)))
  return spelled
    .join(' ')
    .replace(/\bdo not\b/g, 'dont')
    .replace(
      /\bany (?:more|longer)\b|\bno longer\b(?= (?:text|message|contact))|\bright (?:now|away)\b|\bat once\b|\bthe (?:fuck|hell)\b|\bfor \w+ sake\b|\bdamn ?it\b|\bfrom now on\b|\bfor (?:good|ever|the last time)\b|\bas soon as possible\b|\bin (?:the )?future\b/g,
      (words) => (words === 'any more' ? 'anymore' : ''),
    )
    .split(' ')
    .filter((word) => word && !passedOver.has(word))
    .join(' ')
}

const canonical = (word: string): string => (word.length > 7 && slipOfUnsubscribe.test(word) ? 'unsubscribe' : word)
