import type { AgentDefinition } from '@parley/definition'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { ProblemCode } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import type { Definitions, LockedDefinition } from '../definition/definitions.ts'
import { mapRefusalsToProblems } from '../definition/refusals.ts'
import { readAccess, writeAccess, writeProblems } from './section.ts'

/** A section that is edited item by item: GET, PUT, PATCH and DELETE of one item, POST of a new one. */
type ItemSection<A extends z.ZodType, C extends z.ZodType, P extends z.ZodType, M extends z.ZodType, Holder = never> = {
  path: string
  param: string
  tag: string
  /** With its article, as in “a playbook”. */
  noun: string
  response: A
  problems: readonly ProblemCode[]
  find: (definition: AgentDefinition, id: string) => z.input<A>
  create: {
    body: C
    edit: (definition: AgentDefinition, body: z.output<C>) => { definition: AgentDefinition; id: string }
  }
  put: ItemEdit<P>
  patch: ItemEdit<M>
} & ItemRemoval<Holder>
type ItemRemoval<Holder> = {
  /** Finds references to an item from outside the definition, in the transaction that removes the item. */
  holders?: (tx: Db, agent: AgentKey, id: string) => Promise<Holder[]>
  remove: (definition: AgentDefinition, id: string, holders: Holder[]) => AgentDefinition
}
type ItemEdit<B extends z.ZodType> = {
  body: B
  edit: (definition: AgentDefinition, id: string, body: z.output<B>) => AgentDefinition
}

export function itemRoutes<
  A extends z.ZodType,
  C extends z.ZodType,
  P extends z.ZodType,
  M extends z.ZodType,
  Holder = never,
>(definitions: Definitions, items: ItemSection<A, C, P, M, Holder>): Route[] {
  const { path, tag, response, noun, holders, remove } = items
  const shared = { path: `${path}/:${items.param}`, tag, idOf: (params: object) => paramOf(params, items.param) }
  const problems = [...writeProblems, ...items.problems]
  const item = { ...shared, response, problems, find: items.find }
  return [
    readRoute(definitions, { ...item, summary: `Read ${noun}` }),
    createRoute(definitions, { ...item, ...items.create, path, summary: `Create ${noun}` }),
    editRoute(definitions, { ...item, ...items.put, method: 'PUT', summary: `Replace ${noun}` }),
    editRoute(definitions, { ...item, ...items.patch, method: 'PATCH', summary: `Change fields of ${noun}` }),
    removeRoute(definitions, { ...shared, problems, holders, remove, summary: `Delete ${noun}` }),
  ]
}

const paramOf = (params: object, name: string): string => (params as Record<string, string>)[name] as string

type ItemRouteOptions = { path: string; tag: string; summary: string; idOf: (params: object) => string }
type ItemRoute<A extends z.ZodType> = ItemRouteOptions & {
  response: A
  problems: readonly ProblemCode[]
  find: (definition: AgentDefinition, id: string) => z.input<A>
}

type ItemLookup = { tx: Db; agent: AgentKey; params: object }

/** Locks the definition. Reports a missing item before the body is validated. */
function createLockStep<A extends z.ZodType>(definitions: Definitions, item?: Pick<ItemRoute<A>, 'idOf' | 'find'>) {
  return {
    async find({ tx, agent, params }: ItemLookup): Promise<LockedDefinition | undefined> {
      const locked = await definitions.lock(tx, agent)
      if (locked && item) mapRefusalsToProblems('item', () => item.find(locked.definition, item.idOf(params)))
      return locked
    },
  }
}

function readRoute<A extends z.ZodType>(
  definitions: Definitions,
  { idOf, find, problems, ...item }: ItemRoute<A>,
): Route {
  return agentRoute({
    ...readAccess,
    configuration: 'read',
    ...item,
    method: 'GET',
    problems: problems.filter((code) => code.endsWith('.not_found')),
    handle: async ({ tx, agent, params }) => {
      const definition = await definitions.read(tx, agent)
      return mapRefusalsToProblems('item', () => find(definition, idOf(params)))
    },
  })
}

function createRoute<A extends z.ZodType, C extends z.ZodType>(
  definitions: Definitions,
  { idOf: _, find, edit, problems, ...item }: ItemRoute<A> & ItemSection<A, C, C, C>['create'],
): Route {
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    ...item,
    ...createLockStep(definitions),
    method: 'POST',
    status: 201,
    problems: [...problems, 'resource.conflict'],
    handle: async ({ tx, agent, found, body, world }) => {
      let id = ''
      const create = (definition: AgentDefinition) => {
        const made = edit(definition, body)
        id = made.id
        return made.definition
      }
      const locked = found as LockedDefinition
      return find(await definitions.write(tx, agent, { locked, edit: create, world, pathStyle: 'item' }), id)
    },
  })
}

function editRoute<A extends z.ZodType, B extends z.ZodType>(
  definitions: Definitions,
  { idOf, find, edit, ...item }: ItemRoute<A> & ItemEdit<B> & { method: 'PUT' | 'PATCH' },
): Route {
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    ...item,
    ...createLockStep(definitions, { idOf, find }),
    handle: async ({ tx, agent, found, params, body, world }) => {
      const id = idOf(params)
      const change = (definition: AgentDefinition) => edit(definition, id, body)
      const locked = found as LockedDefinition
      return find(await definitions.write(tx, agent, { locked, edit: change, world, pathStyle: 'item' }), id)
    },
  })
}

function removeRoute<Holder>(
  definitions: Definitions,
  {
    idOf,
    holders,
    remove,
    problems,
    ...item
  }: ItemRouteOptions & ItemRemoval<Holder> & { problems: readonly ProblemCode[] },
): Route {
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    ...item,
    ...createLockStep(definitions),
    method: 'DELETE',
    problems: [...problems, 'resource.conflict'],
    handle: async ({ tx, agent, found, params, world }) => {
      const id = idOf(params)
      const held = (await holders?.(tx, agent, id)) ?? []
      const edit = (definition: AgentDefinition) => remove(definition, id, held)
      await definitions.write(tx, agent, { locked: found as LockedDefinition, edit, world })
    },
  })
}
