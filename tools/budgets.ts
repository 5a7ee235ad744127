// Checks the budgets that Biome does not: `node tools/budgets.ts` prints each violation.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BudgetFinding,
  type CodeBudget,
  type CodeFile,
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
import { findLeaks, machineSecrets, type Secret } from './budgets/leaks.ts'
import { checkLockFile } from './budgets/lock-file.ts'

import { listCodeFiles, listTrackedFiles } from './source/files.ts'
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
  const files = listCodeFiles(root).map((file): CodeFile => {
    const text = readFileSync(join(root, file), 'utf8')
    const tokens = tokenize(text)
    return { file, text, tokens, code: withoutComments(tokens) }
  })
  const codeFindings = files.flatMap((file) => codeBudgets.flatMap((budget) => budget(file)))
  return [
    ...codeFindings,
    ...findDuplicateNames(files),
    ...listTrackedFiles(root).flatMap((file) => checkAnyFile(root, file, secrets)),
  ]
}

function checkAnyFile(root: string, file: string, secrets: Secret[]): BudgetFinding[] {
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
  const findings = findBudgetFindings(join(import.meta.dirname, '..'))
  for (const finding of findings) console.log(formatBudgetFinding(finding))
  process.exitCode = findings.length > 0 ? 1 : 0
}
