/**
 * What a statement of a migration makes PostgreSQL do, from the cheapest to the most expensive:
 * - `definition`: changes only the catalog, in milliseconds
 * - `scan`: reads every row of a table, to verify a constraint
 * - `index`: reads every row and builds an index
 * - `change`: inserts, updates or deletes rows
 * - `rewrite`: writes the table anew, with its indexes
 */
export type StepWork = 'definition' | 'scan' | 'index' | 'change' | 'rewrite'

/** `tables`: the existing tables whose rows it reads or writes; the first is the one that it changes. */
export type MigrationStep = { work: StepWork; tables: string[]; statement: string }

const identifier = '"?([a-z_][a-z0-9_]*)"?'
const pattern = (source: string) => new RegExp(source.replaceAll('NAME', identifier), 'i')

const createTable = pattern('^create (?:unlogged )?table (?:if not exists )?NAME')
const createIndex = pattern('^create (?:unique )?index (?:concurrently )?(?:if not exists )?NAME on (?:only )?NAME')
const alterTable = pattern('^alter table (?:if exists )?(?:only )?NAME')
const renameTable = pattern('^alter table (?:if exists )?NAME rename to NAME')
const changesRows = /^(?:with|insert|update|delete|merge|do)\b/i
const rewritesTable =
  /\balter column \S+ (?:set data )?type\b|\badd column [^,]*(?:generated|\b(?:nextval|random|gen_random_uuid|clock_timestamp)\()/i
const buildsIndex = /\badd (?:constraint \S+ )?(?:primary key|unique|exclude)\b/i
const verifiesRows =
  /\badd (?:constraint\b|check\b|foreign key\b)|\bset not null\b|\badd column [^,]*\b(?:check|references)\b/i

/** Tables that a migration creates are empty, and tables that it renames keep their rows: both are tracked here. */
export class TableNames {
  private readonly created = new Set<string>()
  private readonly original = new Map<string, string>()

  create(table: string): void {
    this.created.add(table)
  }

  rename(from: string, to: string): void {
    if (this.created.delete(from)) this.created.add(to)
    else this.original.set(to, this.original.get(from) ?? from)
  }

  /** The name that the table has in the database now, or undefined if a pending migration creates it. */
  current(table: string): string | undefined {
    return this.created.has(table) ? undefined : (this.original.get(table) ?? table)
  }
}

/** Returns the statements of a migration in their order, each with its work. */
export function readMigrationSteps(sql: string, names: TableNames): MigrationStep[] {
  return splitStatements(sql).map((statement) => toStep(statement, names))
}

function toStep(statement: string, names: TableNames): MigrationStep {
  const step = (work: StepWork, mentioned: readonly string[]): MigrationStep => {
    const tables = mentioned.flatMap((table) => names.current(table) ?? [])
    return { work: tables.length > 0 ? work : 'definition', tables: [...new Set(tables)], statement }
  }
  const [, from, to] = renameTable.exec(statement) ?? []
  if (from && to) {
    const renamed = step('definition', [from])
    names.rename(from, to)
    return renamed
  }
  const [, created] = createTable.exec(statement) ?? []
  if (created) {
    names.create(created)
    return step('definition', [])
  }
  const [, , indexed] = createIndex.exec(statement) ?? []
  if (indexed) return step('index', [indexed])
  const [, altered] = alterTable.exec(statement) ?? []
  if (altered) return step(workOfAlteration(statement), [altered])
  if (changesRows.test(statement)) return step('change', listChangedTables(statement))
  return step('definition', [])
}

function workOfAlteration(statement: string): StepWork {
  if (rewritesTable.test(statement)) return 'rewrite'
  if (buildsIndex.test(statement)) return 'index'
  return verifiesRows.test(statement) && !/\bnot valid\b/i.test(statement) ? 'scan' : 'definition'
}

/** Tables that rows are written to, then those that they are read from. */
function listChangedTables(statement: string): string[] {
  const find = (words: string) =>
    [...statement.matchAll(new RegExp(`\\b(?:${words}) (?:only )?${identifier}`, 'gi'))].map(([, table]) => table ?? '')
  const written = find('insert into|update|delete from|merge into').filter((table) => table !== 'set')
  return [...written, ...find('from|join|using').filter((table) => !written.includes(table))]
}

/** Splits at semicolons outside of strings, quoted bodies and comments; without comments, and in single spaces. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [token] of sql.matchAll(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;'$-]+|[\s\S]/g)) {
    if (token.startsWith('--')) current += ' '
    else if (token !== ';') current += token
    else {
      statements.push(current)
      current = ''
    }
  }
  return [...statements, current].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

/** The comment at the top of a migration, which says what it is for. */
export function readMigrationSummary(sql: string): string {
  const lines = sql.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('--'))
  const comment = lines.slice(0, end === -1 ? lines.length : end).map((line) => line.replace(/^--\s*/, ''))
  return comment.join(' ').trim()
}
