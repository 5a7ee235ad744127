// The budgets that Biome does not check: `node tools/budgets.ts` prints each place that is over one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { indexExports, tenantSecond } from './budgets/domains.ts'
import type { CodeBudget, Finding } from './budgets/finding.ts'
import { leaksIn, lockFindings, machineSecrets, type Secret } from './budgets/leaks.ts'
import { leftOverComments, leftOverIn, rawSql, switchedOffTests } from './budgets/marks.ts'
import { fileLength, nesting } from './budgets/size.ts'
import { codeFiles, keptFiles } from './source/files.ts'
import { tokens, withoutComments } from './source/tokens.ts'

const codeBudgets: readonly CodeBudget[] = [
  fileLength,
  nesting,
  indexExports,
  tenantSecond,
  leftOverComments,
  switchedOffTests,
  rawSql,
]

export function findOverruns(root: string, secrets: Secret[] = machineSecrets(root)): Finding[] {
  const inCode = codeFiles(root).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const all = tokens(text)
    return codeBudgets.flatMap((budget) => budget({ file, text, all, code: withoutComments(all) }))
  })
  return [...inCode, ...keptFiles(root).flatMap((file) => inAnyFile(root, file, secrets))]
}

function inAnyFile(root: string, file: string, secrets: Secret[]): Finding[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (text.includes('\0')) return []
  return [
    ...leaksIn(file, text, secrets),
    ...(file === 'package-lock.json' ? lockFindings(text) : []),
    ...(/\.(sql|sh)$|^\.ci\//.test(file) ? leftOverIn(file, text) : []),
  ]
}

export function describe(finding: Finding): string {
  return `${finding.file}:${finding.line}  ${finding.says}`
}

if (import.meta.main) {
  const found = findOverruns(join(import.meta.dirname, '..'))
  for (const finding of found) console.log(describe(finding))
  process.exitCode = found.length > 0 ? 1 : 0
}
