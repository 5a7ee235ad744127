// Checks the budgets that Biome does not: `node tools/budgets.ts` prints each violation.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  disabledTests,
  fileLength,
  findLeftoverComments,
  indexExports,
  leftoverComments,
  nesting,
  rawSql,
  tenantParameterSecond,
} from './budgets/code-budgets.ts'
import { findDuplicateNames } from './budgets/duplicate-names.ts'
import type { BudgetFinding, CodeBudget, CodeFile } from './budgets/finding.ts'
import { checkLockFile, findLeaks, machineSecrets, type Secret } from './budgets/leaks.ts'

import { codeFiles, listTrackedFiles } from './source/files.ts'
import { tokenize, withoutComments } from './source/tokens.ts'

const codeBudgets: readonly CodeBudget[] = [
  fileLength,
  nesting,
  indexExports,
  tenantParameterSecond,
  leftoverComments,
  disabledTests,
  rawSql,
]

export function findBudgetFindings(root: string, secrets: Secret[] = machineSecrets(root)): BudgetFinding[] {
  const files = codeFiles(root).map((file): CodeFile => {
    const text = readFileSync(join(root, file), 'utf8')
    const all = tokenize(text)
    return { file, text, all, code: withoutComments(all) }
  })
  const inCode = files.flatMap((file) => codeBudgets.flatMap((budget) => budget(file)))
  return [
    ...inCode,
    ...findDuplicateNames(files),
    ...listTrackedFiles(root).flatMap((file) => inAnyFile(root, file, secrets)),
  ]
}

function inAnyFile(root: string, file: string, secrets: Secret[]): BudgetFinding[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (text.includes('\0')) return []
  return [
    ...findLeaks(file, text, secrets),
    ...(file === 'package-lock.json' ? checkLockFile(text) : []),
    ...(/\.(sql|sh)$|^\.ci\//.test(file) ? findLeftoverComments(file, text) : []),
  ]
}

export function formatBudgetFinding(finding: BudgetFinding): string {
  return `${finding.file}:${finding.line}  ${finding.message}`
}

if (import.meta.main) {
  const found = findBudgetFindings(join(import.meta.dirname, '..'))
  for (const finding of found) console.log(formatBudgetFinding(finding))
  process.exitCode = found.length > 0 ? 1 : 0
}
