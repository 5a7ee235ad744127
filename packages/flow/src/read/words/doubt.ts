const doubtful = new Set(
  `not never neither nor no cannot dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt havent hasnt shouldnt
  or but if unless except besides without instead rather until till before after between either both any anything
  maybe perhaps possibly probably might depends depending unsure guess idk dunno wonder
  almost nearly over under least most more less than few several some many lots
  what whats which how why when where who whose whom wrong mistake old other another different changed`
    .split(/\s+/)
    .filter(Boolean),
)

/** A word that negates a sentence or leaves it open, which makes the words around it uncertain. */
export function isDoubtful(word: string): boolean {
  return doubtful.has(word) || word.endsWith("n't")
}

const nonAnswerPattern = new RegExp(
  `^(?:(?:sorry|um+|uh+|hm+|well|honestly) )*(?:${[
    "i (?:don't|dont|do not|didn't) (?:really |even )?(?:know|understand|remember|get it|follow|care|have (?:one|it|any))(?: yet| that| it)?",
    "(?:i'm |im |i am )?(?:not|un) ?(?:so |really |quite |100% )?sure(?: yet| about (?:that|it))?",
    'no (?:idea|clue)',
    'idk',
    'i (?:forgot|forget)',
    'dunno',
    'it depends',
    'let me (?:think|check|see)(?: about it)?',
    '(?:what|huh|why|pardon|come again|excuse me)',
    'what do you mean',
    '(?:help|cancel|stop|never ?mind|start over|go back|restart)',
  ].join('|')})$`,
)

/** Detects that the person has no answer, or talks about something else. */
export const isNonAnswer = (said: string): boolean => nonAnswerPattern.test(said)
