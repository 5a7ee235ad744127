import type { SourceToken } from '../source/tokens.ts'

export type BudgetFinding = { file: string; line: number; message: string }

/** A code file for the budgets: `tokens` are its tokens, `code` those that are not comments. */
export type CodeFile = { file: string; text: string; tokens: SourceToken[]; code: SourceToken[] }
export type CodeBudget = (file: CodeFile) => BudgetFinding[]
