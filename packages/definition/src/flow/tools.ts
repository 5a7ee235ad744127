export const capabilityTools = {
  scheduling: ['offerTimes', 'book', 'reschedule', 'cancel'],
  people: ['save'],
  notify: ['team'],
  knowledge: ['search'],
} as const
export type Capability = keyof typeof capabilityTools

export const toolNames: readonly string[] = Object.entries(capabilityTools).flatMap(([capability, tools]) =>
  tools.map((tool) => `${capability}.${tool}`),
)

export type FlowTool = { kind: 'tool'; capability: Capability; name: string } | { kind: 'integration'; id: string }

export function parseFlowTool(name: string): FlowTool | undefined {
  const id = /^integration:([A-Za-z0-9_-]+)\.call$/.exec(name)?.[1]
  if (id !== undefined) return { kind: 'integration', id }
  if (!toolNames.includes(name)) return undefined
  return { kind: 'tool', capability: name.slice(0, name.indexOf('.')) as Capability, name }
}

/** Returns the `uses` entry that a tool requires; undefined if it needs none, because knowledge is always available. */
export function getCapability(tool: FlowTool): string | undefined {
  if (tool.kind === 'integration') return `integration:${tool.id}`
  return tool.capability === 'knowledge' ? undefined : tool.capability
}
