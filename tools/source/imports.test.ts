import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSourceImports } from './imports.ts'

const cases: [title: string, source: string, found: string[]][] = [
  ['a default import', `import pg from 'pg'`, ['pg']],
  ['names over several lines', `import {\n  a,\n  b as c,\n} from "./a.ts"`, ['./a.ts']],
  ['a default and a namespace', `import a, * as b from './a.ts'`, ['./a.ts']],
  ['an import for its effects', `import './a.ts'`, ['./a.ts']],
  ['an import with attributes', `import a from './a.json' with { type: 'json' }`, ['./a.json']],
  ['a re-export of names', `export { a } from './a.ts'`, ['./a.ts']],
  ['a re-export of everything', `export * from './a.ts'\nexport * as b from './b.ts'`, ['./a.ts', './b.ts']],
  ['a dynamic import', `const { a } = await import('./a.ts')`, ['./a.ts']],
  [
    'a dynamic import in a template expression',
    `const a = \`\${(await import(\`./a.ts\`)).b} import("./no.ts")\``,
    ['./a.ts'],
  ],
  ['a require', `const a = require('a')`, ['a']],
  ['a type import', `import type { A } from './a.ts'`, ['type ./a.ts']],
  ['a type import of a default', `import type A from './a.ts'`, ['type ./a.ts']],
  ['braces in which all are types', `import { type A, type B as C } from './a.ts'`, ['type ./a.ts']],
  ['braces in which one is a value', `import { type A, b } from './a.ts'`, ['./a.ts']],
  ['a default beside types', `import a, { type B } from './a.ts'`, ['./a.ts']],
  [
    'a re-export of types',
    `export type { A } from './a.ts'\nexport type * from './b.ts'`,
    ['type ./a.ts', 'type ./b.ts'],
  ],
  [
    'a value that is called type',
    `import type, { a } from './a.ts'\nimport { type } from './b.ts'`,
    ['./a.ts', './b.ts'],
  ],
  ['the type of a module', `type A = typeof import('./a.ts')`, ['type ./a.ts']],
  ['no import in a comment', `// import './a.ts'\n/* import './b.ts' */`, []],
  ['no import in a string', `const a = "import './a.ts'"`, []],
  ['no import in a template', 'const a = `import "./a.ts"`', []],
  ['no import in a pattern', `const a = /import '.\\/a.ts'/.test(b)`, []],
  ['an import after a pattern with a quote', `const a = /['"\`]/\nimport './a.ts'`, ['./a.ts']],
  ['an import after a division', `const a = b / c\nconst d = '/'\nimport './a.ts'`, ['./a.ts']],
  ['no method that is called import', `a.import('./a.ts')`, []],
  ['no export of its own', `export const from = 'a'\nexport { from }\nconst b = 'c'`, []],
  ['an import in a component', `const a = <p>Don't</p>\nconst b = lazy(() => import('./b.tsx'))`, ['./b.tsx']],
]

for (const [title, source, expected] of cases) {
  test(`reading imports finds ${title}`, () => {
    const imports = listSourceImports(source).map(({ specifier, typeOnly }) =>
      typeOnly ? `type ${specifier}` : specifier,
    )
    assert.deepEqual(imports, expected)
  })
}

test('reading imports gives the first line of each', () => {
  const source = '/* two\n lines */ import "./a.ts"\nconst t = `\n\n`\nimport {\n  b,\n} from "./b.ts"'
  assert.deepEqual(
    listSourceImports(source).map(({ line }) => line),
    [2, 6],
  )
})
