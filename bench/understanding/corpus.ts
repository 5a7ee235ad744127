import { readdirSync, readFileSync } from 'node:fs'

/** Questions with one meaning, and the Fact that answers them; without a Fact, the business cannot answer them. */
export type QuestionGroup = { id: string; fact?: { question: string; answer: string }; questions: string[] }
export type QuestionSet = { business: string; language: string; groups: QuestionGroup[] }

export const languages = ['en', 'es', 'de', 'fr'] as const

/** Reads `questions/<business>.<language>.txt`: `## group`, perhaps `Q:` and `A:` of its Fact, and one question a line. */
export function readQuestionSets(): QuestionSet[] {
  return readFolder('questions').map(({ name, text }) => {
    const [business = '', language = ''] = name.split('.')
    return { business, language, groups: readSections(text).map(toGroup) }
  })
}

function toGroup({ title, lines }: Section): QuestionGroup {
  const field = (mark: string) => lines.find((line) => line.startsWith(mark))?.slice(mark.length)
  const [question, answer] = [field('Q: '), field('A: ')]
  return {
    id: title,
    ...(question !== undefined && answer !== undefined && { fact: { question, answer } }),
    questions: lines.filter((line) => !/^[QA]: /.test(line)),
  }
}

/** Typed replies to a question with options: what each chooses, in the order of the options; nothing: it is a message. */
export type ReplyCase = { language: string; options: string[]; multiple: boolean; reply: string; chosen: string[] }

/** Reads `replies/<language>.txt`: `## question | option | …`, and `reply = option`, or `-` for none. */
export function readReplyCases(): ReplyCase[] {
  return readFolder('replies').flatMap(({ name, text }) =>
    readSections(text).flatMap(({ title, lines }) => {
      const [question = '', ...options] = title.split(' | ')
      return lines.map((line) => {
        const at = line.lastIndexOf(' = ')
        const [reply, chosen] = [line.slice(0, at), line.slice(at + 3)]
        const labels = chosen === '-' ? [] : chosen.split(' + ')
        const unknown = labels.find((label) => !options.includes(label))
        if (unknown !== undefined) throw new Error(`${name}: ${line}: ${unknown} is no option`)
        return {
          language: name.split('.')[0] ?? '',
          options,
          multiple: question.endsWith('(several)'),
          reply,
          chosen: labels,
        }
      })
    }),
  )
}

type Section = { title: string; lines: string[] }

function readSections(text: string): Section[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n').map((line) => line.trim())
      return { title, lines: lines.filter(Boolean) }
    })
}

function readFolder(folder: string): { name: string; text: string }[] {
  const at = new URL(`./${folder}/`, import.meta.url)
  return readdirSync(at)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, at), 'utf8') }))
}
