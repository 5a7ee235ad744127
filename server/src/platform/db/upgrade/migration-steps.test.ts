import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '../migrate.ts'
import { readMigrationSteps, readMigrationSummary, splitStatements, TableNames } from './migration-steps.ts'

const read = (sql: string) => readMigrationSteps(sql, new TableNames()).map(({ work, tables }) => [work, ...tables])

test('statements end at semicolons outside of comments, strings and function bodies', () => {
  const sql = `
    -- A comment; with a semicolon, and it's quoted.
    alter table a add column b text default 'x;''y'; -- another;
    create function f() returns trigger language plpgsql as $$ begin update c set d = 1; return new; end $$;
    create function g() returns void language sql as $body$ delete from e; $body$;
    select $1`
  assert.deepEqual(splitStatements(sql), [
    `alter table a add column b text default 'x;''y'`,
    'create function f() returns trigger language plpgsql as $$ begin update c set d = 1; return new; end $$',
    'create function g() returns void language sql as $body$ delete from e; $body$',
    'select $1',
  ])
})

for (const [sql, ...expected] of [
  ['alter table people add column note text', ['definition', 'people']],
  ['alter table people add column open boolean not null default false', ['definition', 'people']],
  ['alter table people alter column note set statistics 0', ['definition', 'people']],
  ['alter table people drop column note', ['definition', 'people']],
  ['alter table people add constraint c check (id > 0) not valid', ['definition', 'people']],
  ['alter table people add constraint c check (id > 0)', ['scan', 'people']],
  ['alter table people alter column note set not null', ['scan', 'people']],
  [`alter table people add column state text check (state in ('a', 'b'))`, ['scan', 'people']],
  ['alter table people add column n bigint generated always as identity', ['rewrite', 'people']],
  ['alter table people alter column id type bigint', ['rewrite', 'people']],
  ['alter table people add constraint people_pkey primary key (id)', ['index', 'people']],
  ['create unique index if not exists i on only people (id)', ['index', 'people']],
  ['create index i on people using brin (at)', ['index', 'people']],
  ['update people set note = null', ['change', 'people']],
  ['insert into notes (id) select id from people join orgs using (org_id)', ['change', 'notes', 'people', 'orgs']],
  ['with old as (select id from people) delete from notes using old', ['change', 'notes', 'people', 'old']],
  ['drop trigger t on people', ['definition']],
  [
    'create or replace function f() returns trigger language plpgsql as $$ begin update people set a = 1; end $$',
    ['definition'],
  ],
] as [string, ...string[][]][])
  test(`work of: ${sql}`, () => assert.deepEqual(read(sql), expected))

test('a table that a pending migration creates has no rows, and a renamed one keeps its own', () => {
  const sql = `create table fresh (id int); create index i on fresh (id); alter table fresh rename to newer;
    update newer set id = 1; alter table people rename to persons; create index j on persons (id);`
  assert.deepEqual(read(sql), [
    ['definition'],
    ['definition'],
    ['definition'],
    ['definition'],
    ['definition', 'people'],
    ['index', 'people'],
  ])
})

test('every migration of Parley has a summary and steps', () => {
  const names = new TableNames()
  for (const { name, sql } of readMigrations()) {
    assert.match(readMigrationSummary(sql), /\w{3}/, name)
    assert.ok(readMigrationSteps(sql, names).length > 0, name)
  }
  assert.equal(readMigrationSummary('-- One\n-- two.\ncreate table a (b int);'), 'One two.')
})
