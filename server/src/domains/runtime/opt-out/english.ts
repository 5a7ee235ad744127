const verb =
  '(?:texting|messaging|contacting|bothering|bugging|spamming|harassing|annoying|disturbing|pinging|smsing|pestering|blowing up)'
const plainVerb =
  '(?:text|message|contact|bother|bug|spam|disturb|sms|ping|write|write to|reach out to|hit up|harass|annoy)'
const whom = '(?:me|us|my phone|my cell|this number|my number|this phone|here)'
const where = '(?: (?:to|at|on) (?:me|us|my phone|my cell|this number|my number|this phone|here))?'
const kind =
  '(?:your|these|those|this|the|all|of|any|more|further|such|spam|promotional|promo|marketing|annoying|unwanted|unsolicited|automated|text|sms|future|random|constant|that|with)'
const messages = '(?:messages|texts|text messages|sms|spam)'
const junk = '(?:junk|crap|stuff|bs|nonsense|things|this|these|those)'
const list =
  '(?:(?:your|this|that|any|all|all your|every|the (?:text|texting|mailing|contact|marketing|messaging|message|sms|phone|call|calling|distribution|subscriber|spam|promo)) (?:(?:text|texting|mailing|contact|marketing|messaging|message|sms|phone|call|calling|distribution|subscriber|spam|promo|damn) )?(?:list|database|system|records|contacts|directory|texts|messages|text messages|phone book|phonebook|group text|thread))'
const mine =
  '(?:me|us|my number|my name|this number|my phone number|my phone|my contact|my contact info|my info|my cell|my cell number)'
const some = `(?:${kind} )*${messages}`
const these = `(?:${some}|these|this|anything|anything from you|any of (?:this|these))`
const receives = `(?:receive ${these}|(?:get|have|see|be sent|be getting|be receiving) ${some})(?: from (?:you|your company|this number|this company|yall))?`
const isDone = `(?:contacted|texted|messaged|bothered|spammed|disturbed|on ${list}|in ${list}|part of (?:this|your list)|subscribed)(?: by you| by this company)?`

/** Imperatives; each must match the whole clause. */
const orderPatterns = [
  `(?:stop|quit|cease|discontinue|refrain from|knock off|cut out|enough with|no more|stop with)(?: all| the| your| this| with the)? ${verb}(?: ${whom})?${where}`,
  `(?:stop|quit) (?:all )?(?:calling|emailing|calling or|emailing or) (?:or )?${verb}(?: ${whom})?`,
  `(?:stop|quit) (?:writing|reaching out|talking|hitting|speaking)(?: to)? (?:me|us|up me|me up)`,
  `(?:stop|quit|cease) sending(?: (?:me|us|out))? ${some}${where}`,
  `(?:stop|quit|cease) sending (?:me|us) (?:(?:this|these|your|all this) )?${junk}${where}`,
  `(?:stop|quit|cease|end|no more|cancel|turn off|halt|kill|block|enough)(?: with)?(?: (?:me|my))? ${some}(?: ${where.trim()})?(?: from you)?${where}`,
  `(?:dont|never) (?:you )?(?:dare )?(?:try to )?${plainVerb} ${whom}${where}`,
  `(?:dont|never) send(?: (?:me|us))? ${some}${where}`,
  `(?:dont|never) send (?:me|us) (?:anything|another (?:text|message)|a(?:nother)? single (?:text|message)|one more (?:text|message))(?: else)?${where}`,
  `(?:take|remove|delete|drop|get|pull|cut|scratch|strike|erase) ${mine} (?:off|from|out of|off of|of|out) ${list}`,
  `(?:remove|delete|erase|lose|forget|drop) (?:my number|this number|my phone number|my contact|my contact info|my cell number|my digits)`,
  `(?:remove|delete|unlist) (?:me|us)(?: from everything)?`,
  `take (?:me|us) off(?: (?:the list|everything))?`,
  `unsubscribe(?: ${mine})?(?: (?:from|to|of) (?:${list}|${some}|this|these|everything|all|all of (?:this|it)|it all))?`,
  `opt(?: (?:me|us|this number|my number))? out(?: (?:of|from) (?:${list}|${some}|this|these|everything|all))?`,
  `opt out (?:me|us|my number|this number)`,
  `leave (?:me|us) (?:alone|be|in peace|tf alone)`,
  `(?:put|add|place) (?:me|us|my number|this number) (?:on|to|in) (?:your|the) (?:dont|no) (?:call|text|contact|message|disturb) list`,
  `make ${some} stop`,
  `${some} (?:need|needs|must|have|has|better|got) (?:to )?(?:stop|end)`,
  `(?:never|dont) want to hear from you`,
  `(?:cease|desist)(?: (?:all )?(?:contact|communication|communications))?`,
  `(?:stop|end|no more|cease)(?: all| any| further)* (?:contact|communication|communications)(?: with me)?`,
  `(?:no more|no further) (?:texts|messages|text messages|sms)(?: please)?(?: for me| from you| to this number| ever)?`,
  `(?:dont|never) (?:call|email) or ${plainVerb} ${whom}`,
].map(wholeMatch)

const wishPatterns = [
  `(?:dont|do dont|no longer|never|really dont) (?:want|wish|care|need|like|consent|agree)(?: to)? (?:${receives}|hear from (?:you|this number|your company)|be ${isDone}|being ${isDone})`,
  `(?:dont|no longer|never) (?:want|need) ${some}(?: from you| from this number)?`,
  `(?:dont|no longer|never) want (?:you|yall) (?:to (?:text|message|contact|write|bother)|texting|messaging|contacting|bothering)(?: to)? ${whom}`,
  `(?:want|need|would like|wish|would love) (?:no more|no further) (?:texts|messages|text messages|contact)(?: from you)?`,
  `(?:want|wish|would like|need|request|ask|demand|have asked|asked)(?: to)? (?:be|get|being) (?:removed|remove|taken off|unsubscribed|unsubscribe|opted out|deleted)(?: from| of)?(?: (?:${list}|${some}|this|everything))?`,
  `(?:want|would like|need|wish) (?:off|out of|off of) (?:${list}|${some})`,
  `(?:want|would like|need|wish) (?:you to )?(?:stop|quit) (?:receiving|getting|being sent) ${these}(?: from you)?`,
  `(?:want|would like|need) ${some} to (?:stop|end)`,
  `(?:want|would like|need|wish|am trying|trying|tried|like|prefer)(?: to)? (?:unsubscribe|opt out)(?: (?:from|of) (?:${list}|${some}|this|these|everything|all))?`,
  `(?:stop|unsubscribe from|opt out of|cancel|end|block|get off|get off of|turn off|get rid of|quit getting|stop getting|stop receiving) (?:${list}|${some})`,
  `(?:unsubscribe from|opt out of|stop getting|stop receiving) (?:these|this|all of this)`,
  `(?:take|remove|delete|get) ${mine} (?:off|from|out of|off of) ${list}`,
  `unsubscribe|opt out|get off (?:your|this) list`,
  `(?:withdraw|revoke|am withdrawing|am revoking|hereby revoke|hereby withdraw)(?: my)? (?:consent|permission|opt in)(?: to (?:be (?:contacted|texted|messaged)|${some}))?`,
  `am (?:opting out|unsubscribing|done with ${some})`,
  `(?:prefer|would prefer|would rather)(?: to)? not(?: to)? (?:${receives}|be ${isDone})`,
].map(wholeMatch)

/** Clear only when nothing else is said: people stop many things, for example when driving. */
const barePatterns = [`stop(?: (?:it|this|that|now|all|everything|stop))*`, 'stopall', 'quit it'].map(wholeMatch)

const orderPrefix =
  /^(?:(?:can|could|would|will|wont|cant) you|would you mind|you (?:can|may|must|need to|have to|better|guys need to)|i (?:want|need|would like|am asking|am telling|am begging|beg|asked|told|have asked|have told|request|demand|ask|insist)(?: that)? you(?: to)?|i (?:said|say|repeat|mean)|(?:how|so) many times|do i have to (?:ask|tell) you to|(?:last|final) (?:warning|time|chance)|yes|no|nope|nah|well|then|no thank you|no you|thank you|yeah|once more|for the love of|i asked|not interested|i am not interested|(?:you have )?(?:the )?wrong (?:number|person)|damn it|again|now|hereby) /
const wishPrefix =
  /^(?:i|we|id|how (?:do|can|would|could) (?:i|we)|how to|(?:can|may|could) (?:i|we)|(?:where|what) (?:do|can) i do to|i (?:would like|want|need|wish|am trying|have) to|would like to|(?:want|need|wish) to|tell me how to|yes|no|well|look|let me|help me|help me to|is there (?:a|any) way to|clearly|you know|listen) /
const clauseSuffix =
  / (?:now|you|for me|at this number|to this number|ok|alright|or not|if you (?:can|could|would|dont mind|will)|would you|will you|can you|could you|i am not interested|not interested|wrong number|from you|effective|starting now|stop|end|bye|goodbye|at all|thank you|i said|i beg you|with this|yall|like now|period|tho|though)$/

function wholeMatch(source: string): RegExp {
  return new RegExp(`^(?:${source})$`)
}

/** `clear` counts anywhere in a message, `bare` only alone. */
export function matchEnglishOptOut(words: string): 'clear' | 'bare' | undefined {
  if (matchesAfterPrefix(barePatterns, words, orderPrefix)) return 'bare'
  return matchesAfterPrefix(orderPatterns, words, orderPrefix) || matchesAfterPrefix(wishPatterns, words, wishPrefix)
    ? 'clear'
    : undefined
}

/** Strips prefixes and suffixes one at a time until the rest matches a pattern or nothing more can be stripped. */
function matchesAfterPrefix(shapes: RegExp[], words: string, before: RegExp): boolean {
  for (let rest = words, peeled = ''; rest !== peeled; ) {
    if (matchesBeforeSuffix(shapes, rest)) return true
    peeled = rest
    rest = rest.replace(before, '')
  }
  return false
}

function matchesBeforeSuffix(shapes: RegExp[], words: string): boolean {
  for (let rest = words, peeled = ''; rest !== peeled; ) {
    if (shapes.some((shape) => shape.test(rest))) return true
    peeled = rest
    rest = rest.replace(clauseSuffix, '')
  }
  return false
}
