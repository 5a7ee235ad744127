/** What `/help` says. */
export const chatHelp = `\
  What you type is said to the agent. The number of a chip, a card's button or an entry taps it,
  and so does its label; where several can be chosen, type their numbers: 1, 3
  /why     why the last answer was given: playbook, knowledge, tools, effects, warnings
  /reset   begins anew: the agent forgets you
  /turn    whatever a test case can do, as JSON: /turn { "media": "image", "url": "https://…" }
  //…      says a line that begins with one slash
  /quit    ends it, and so do Ctrl-D and Ctrl-C`
