import { matchEnglishOptOut } from './english.ts'

/** Normalized patterns for other languages; they match the whole clause except for politeness. */
const spanish = [
  '(?:deja|deje|dejen|dejad|para|pare|paren|parad) de (?:enviarme|mandarme|enviar|mandar) (?:(?:estos|esos|mas|tantos|tus|sus|los) )?(?:mensajes|sms|textos|mensajitos)',
  '(?:deja|deje|dejen|dejad|para|pare|paren|parad) de (?:escribirme|molestarme|contactarme|mandarme mensajes)',
  'no me (?:escribas|escriba|escriban|contactes|contacte|contacten|molestes|moleste|molesten)(?: (?:mas|nunca mas|otra vez))?',
  'no (?:me )?(?:envies|envie|envien|mandes|mande|manden) (?:mas )?(?:mensajes|sms|textos)(?: mas)?',
  '(?:ya )?no (?:quiero|deseo)(?: recibir)?(?: (?:mas|sus|tus|estos|esos|sus))* (?:mensajes|sms)(?: mas)?',
  '(?:ya )?no (?:quiero|deseo) que me (?:escriban|contacten|manden mensajes|envien mensajes)(?: mas)?',
  'no mas (?:mensajes|sms|textos)',
  '(?:quitame|quiteme|quitenme|sacame|saqueme|saquenme|eliminame|elimineme|eliminenme|borrame|borreme|borrenme) de (?:la|su|tu|esta|sus) (?:lista|listas|base de datos)',
  '(?:borra|borre|borren|elimina|elimine|eliminen|quita|quiten) mi numero(?: de (?:la|su|tu) lista)?',
  '(?:(?:quiero|deseo|necesito) )?(?:dar(?:me)? de baja|dame de baja|deme de baja|denme de baja)',
  '(?:dejame|dejeme|dejenme) en paz',
]
const german = [
  '(?:hor|horen sie|hort)(?: \\w+)? auf(?: \\w+)? (?:mir (?:nachrichten |sms )?(?:zu )?(?:schreiben|schicken|senden|texten)|mich (?:zu )?(?:kontaktieren|anzuschreiben|belastigen|nerven))',
  '(?:hor|horen sie|hort)(?: \\w+)? auf mit (?:den|diesen|euren|ihren) (?:nachrichten|sms)',
  '(?:keine|nie wieder) (?:weiteren )?(?:nachrichten|sms|whatsapps)(?: mehr)?(?: (?:senden|schicken|an mich|von ihnen|von euch))*',
  '(?:schreib|schreiben sie|schreibt|kontaktiere|kontaktieren sie|kontaktiert|texte|texten sie) (?:mir|mich|uns)(?: bitte)? (?:nicht mehr|nie wieder|nie mehr)',
  '(?:schick|schicken sie|schickt|senden sie|sende|schreib|schreiben sie) (?:mir|uns)(?: bitte)? keine (?:nachrichten|sms)(?: mehr)?',
  'ich (?:mochte|will|wunsche)(?: von (?:ihnen|euch|dir))? keine (?:weiteren )?(?:nachrichten|sms)(?: (?:mehr|von ihnen|von euch|erhalten|bekommen|haben))*',
  'ich (?:mochte|will) nichts mehr von (?:ihnen|euch|dir) horen',
  '(?:nehmen sie|nimm|nehmt|streichen sie|streich|entfernen sie|entferne|loschen sie|losch) (?:mich|meine nummer)(?: bitte)? (?:von|aus)(?: \\w+)? (?:liste|verteiler|datenbank)(?: (?:raus|heraus|runter))?',
  '(?:loschen sie|losche|losch|loscht|entfernen sie)(?: bitte)? meine (?:nummer|telefonnummer|handynummer)',
  '(?:lass|lassen sie|lasst) mich(?: \\w+)? in (?:ruhe|frieden)',
  '(?:diese )?nachrichten abbestellen',
]
const french = [
  '(?:arretez|arrete|cessez)(?: de)? (?:m envoyer|menvoyer) (?:des |ces |vos |tes |tous ces )?(?:messages|sms|textos)',
  '(?:arretez|arrete|cessez)(?: de)? (?:m ecrire|mecrire|me contacter|me deranger|me harceler|me texter|m importuner|mimportuner)',
  '(?:ne )?(?:m ecrivez|mecrivez|m ecris|mecris|me contactez|me contacte|me derangez|me textez) (?:plus(?: jamais)?|jamais plus)',
  '(?:ne )?(?:m envoyez|menvoyez|m envoie|menvoie) plus (?:de |des |vos |aucun )?(?:messages?|sms|textos?)',
  'plus (?:de|aucun) (?:messages?|sms|textos?)',
  'je ne (?:veux|souhaite|desire|voudrais) plus (?:recevoir |avoir )?(?:de |des |vos |ces |aucun )?(?:messages?|sms|textos?)(?: de votre part)?',
  'je ne (?:veux|souhaite|desire|voudrais) plus etre contactee?',
  '(?:desabonnez|desabonne|desinscrivez|desinscris) moi',
  '(?:je (?:veux|voudrais|souhaite) )?me (?:desabonner|desinscrire)',
  '(?:retirez|enlevez|supprimez|retire|enleve|supprime|otez|effacez) (?:moi|mon numero) de (?:votre|vos|ta|cette) (?:liste|listes|base)',
  '(?:retirez|enlevez|supprimez|supprime|effacez) mon numero',
  '(?:laissez|laisse|fichez|foutez) moi(?: la)? (?:tranquille|en paix|paix)',
  'arretez (?:les|vos|ces) (?:messages|sms|textos)',
]

const shapes = [...spanish, ...german, ...french].map((source) => new RegExp(`^(?:${source})$`))
const polite =
  /^(?:(?:por favor|bitte|hola|hallo|bonjour|s il vous plait|sil vous plait|svp|merci de|merci|gracias|danke|ya|basta|mann|verdammt|putain|jetzt|also|ok|oye|no gracias|nein danke|non merci) )+| (?:por favor|porfavor|porfa|bitte|s il vous plait|sil vous plait|s il te plait|svp|stp|merci|gracias|danke|ya|jetzt|endlich|maintenant|sofort|ahora|nunca|nie|a ce numero|a este numero|an diese nummer)$/g

const stops = /^(?:stop|stopp|basta|desabonnement|abmelden|aufhoren)$/

/** Matches Spanish, German, and French. A bare stop word counts only together with a polite phrase. */
function isForeignOptOut(clause: string): boolean {
  const words = withoutPoliteness(withoutPoliteness(clause))
  return shapes.some((shape) => shape.test(words)) || (words !== clause && stops.test(words))
}

const withoutPoliteness = (clause: string): string => clause.replace(polite, '').trim()

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

/** Words of politeness, haste, and anger that do not change the meaning. */
const ignoredWords = new Set(
  `please kindly just really seriously immediately asap thanks thank thx ty sorry hey hi hello ok okay ever again anymore yo dear
  fucking fuckin fkn fking fckn fing effing freaking freakin frickin damn damned goddamn bloody fuck shit hell ffs omg jesus christ god wtf
  guys guy sir maam madam mam bot robot dude man bro bitch bitches asshole assholes idiots idiot morons moron people pal buddy folks team
  stupid already completely totally permanently forever altogether entirely simply honestly literally urgently politely also`.split(
    /\s+/,
  ),
)

/** `unsubscribe` has many misspellings. */
const unsubscribeTypo = /^un+s?[aeiou]*b?s?c?r?i?b?e?$|^unsu[bsp]?[a-z]{0,2}c?r?ibe?$/

function canonicalizeClause(clause: string): string {
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

/** An opt-out request comes early in a text; the rest is not examined. */
const maxReadLength = 600

const invisible = /[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}\u{FFFD}]/gu

/** Normalizes to plain lower case without accents, apostrophes, or emoji; retains sentence separators. */
function normalizeOptOutText(text: string): string {
  const known = text.slice(0, maxReadLength).toWellFormed().normalize('NFKC').slice(0, maxReadLength)
  return known
    .replace(invisible, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘`´]/g, '')
    .replace(/[\n\r]+/g, '. ')
    .replace(/[^\p{L}\p{N}.,;:!?()–—\s-]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1')
}

/** Splits at punctuation and conjunctions. */
function splitClauses(text: string): string[] {
  return text
    .split(
      /[.,;:!?()–—]+|\s-+\s|\b(?:and|but|because|cause|cuz|bc|since|so|otherwise|pero|porque|aber|weil|mais|car|or (?:i|ill|im|we|well|else))\b/,
    )
    .map((clause) => clause.replace(/[\s-]+/g, ' ').trim())
    .filter(Boolean)
}

/** Refers to another time, channel, or person, or is not serious. */
const otherMeanings =
  /\b(?:until|till|unless|instead|except|jk|just kidding|kidding|only (?:text|send|message|call|email|write)|just (?:text|call|email|message|send) me|(?:text|message|write|call|reach|contact|email|use|try)(?: me)?(?: at| on| to)? (?:my|the|this) (?:other|new|work|home|wifes|husbands|second|right|correct)|send (?:me )?(?:the|it|them|a|my)|(?:use|to) this (?:one|number) from now|change my|new number|my number is|(?:dont|do not|never) \w+(?: me| us)?(?: right)? (?:now|today|tonight|tomorrow|yet))\b/

const reported =
  /\b(?:he|she|they|mom|mother|dad|father|boss|friends?|wife|husband|boyfriend|girlfriend|ex|sister|brother|customers?|clients?|daughter|son|kids?|people|someone|somebody|neighbou?r|doctor|teacher|it|sign|email|article|movie|song|dog)(?: (?:just|always|then|keeps?|never|once))? (?:said|says|saying|wrote|texted|told|yelled|goes|was like|is like|asked|called|titled)\b/

/** `Stop?` is a question, `can you stop?` is not. */
const wondering = /^\W*stop\W*\?\W*$/

const laughs = /\b(?:ha(?:ha)+|lol|lmao|rofl|hehe|xd)\b|😂|🤣/u

/** Clauses that may accompany a bare `stop`. */
const beside =
  /^(?:|wrong (?:number|person)|(?:i am |i m )?(?:so )?not interested(?: at all)?|no|no you|you|who (?:is|are) (?:this|you)|(?:this is )?(?:spam|harassment|annoying|enough)|go away|i said|i mean it|i (?:did not|didnt|never) (?:sign|signed) up(?: for (?:this|these))?|i dont know you|do you understand|(?:for )?the last time|last warning|now|bye|goodbye|no means no|i will (?:report|block|sue) you|report(?:ed)?|leave)$/

/** Whether the person asks in their own words to receive no more messages. Prefers a false negative to a false positive. */
export function isOptOutRequest(text: string): boolean {
  const normalized = normalizeOptOutText(text)
  if (otherMeanings.test(normalized) || reported.test(normalized) || wondering.test(normalized)) return false
  const clauses = splitClauses(normalized)
  const abroad = [...clauses, ...splitClauses(normalized.replaceAll(',', ' '))]
  const words = clauses.map(canonicalizeClause)
  const wishes = words.map(matchEnglishOptOut)
  if (wishes.includes('clear') || abroad.some(isForeignOptOut)) return true
  if (!wishes.includes('bare') || laughs.test(text.slice(0, 600).toLowerCase())) return false
  return words.every((each, at) => wishes[at] === 'bare' || beside.test(each))
}
