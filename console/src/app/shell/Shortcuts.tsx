import { Kbd, Modal, Table } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { strings } from '#i18n/app.ts'
import { useOrg } from '../current-org.ts'

const { keys } = strings
const shortcutRows = [
  ['Ctrl K', keys.palette],
  ['Ctrl S', keys.save],
  ['Esc', keys.escape],
  ['J', keys.down],
  ['K', keys.up],
  ['Enter', keys.open],
  ['G H', keys.goHome],
  ['G A', keys.goAgent],
  ['G P', keys.goPeople],
  ['G C', keys.goInbox],
  ['G T', keys.goTests],
  ['G D', keys.goDesk],
  ['R', keys.deskReply],
  ['A', keys.deskAssign],
  ['E', keys.deskClose],
  ['?', keys.sheet],
] as const

let isShown = false
const listeners = new Set<() => void>()
const setShown = (open: boolean) => {
  isShown = open
  for (const listener of listeners) listener()
}
export const openShortcuts = () => setShown(true)

/** The help sheet behind `?`, and the navigation shortcuts: G, then a letter. */
export function Shortcuts() {
  const opened = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isShown,
  )
  useHotkeys([['shift+?', () => setShown(true)]], undefined, false)
  useGoKeys()
  return (
    <Modal opened={opened} onClose={() => setShown(false)} title={keys.title}>
      <Table>
        <Table.Tbody>
          {shortcutRows.map(([key, does]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

const agentGoals = { a: 'edit', p: 'people', c: 'inbox', t: 'tests', d: 'desk' } as const
/** The front desk has no other pages. */
const servingGoals: readonly string[] = ['people', 'inbox', 'desk']

function useGoKeys(): void {
  const org = useOrg()
  const navigate = useNavigate()
  const { agent } = useParams({ strict: false })
  const began = useRef(0)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return
      const key = event.key.toLowerCase()
      const second = event.timeStamp - began.current < 1_200
      began.current = key === 'g' ? event.timeStamp : 0
      if (!second) return
      if (key === 'h') navigate({ to: '/orgs/$org', params: { org: org.id } })
      const goal = agentGoals[key as keyof typeof agentGoals]
      if (goal && agent && (org.can('viewer') || servingGoals.includes(goal)))
        navigate({ to: `/orgs/$org/agents/$agent/${goal}`, params: { org: org.id, agent } })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [org, agent, navigate])
}

/** Shortcuts do not apply while the user types. */
export function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}
