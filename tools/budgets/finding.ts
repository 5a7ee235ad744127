import type { Token } from '../source/tokens.ts'

export type Finding = { file: string; line: number; says: string }

/** A code file as the budgets see it: `all` are its tokens, `code` those that are not comments. */
export type CodeFile = { file: string; text: string; all: Token[]; code: Token[] }
export type CodeBudget = (file: CodeFile) => Finding[]
