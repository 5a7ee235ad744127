import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { words } from '#words/emulator.ts'
import { Loading } from '../../parts/Loading.tsx'
import { Page } from '../../parts/Page.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { usePersonas } from './data.ts'
import { EmulatorTabs } from './EmulatorTabs.tsx'
import { PersonaDialog } from './form/PersonaDialog.tsx'
import { NoPersonas } from './NoPersonas.tsx'
import { Stage } from './Stage.tsx'
import { type Group, groupsOf, type Persona } from './turns.ts'

/** `new`, or the persona that is edited, with all its channels. */
export type Editing = 'new' | Group

/** Personas, the phones of the one that is played, and why the agent answered so. */
export function EmulatorPage() {
  const { persona: chosen, beside } = useSearch({ from: '/orgs/$org/agents/$agent/emulator' })
  const navigate = useNavigate({ from: '/orgs/$org/agents/$agent/emulator' })
  const { rows, error, refetch, more } = usePersonas()
  const [editing, setEditing] = useState<Editing>()
  const groups = useMemo(() => groupsOf(rows ?? []), [rows])
  const open = (persona: Persona) => {
    setEditing(undefined)
    navigate({ search: { persona: persona.id } })
  }
  const group = groups.find(({ personas }) => personas.some(({ id }) => id === chosen)) ?? groups[0]
  return (
    <Page title={words.title} lead={rows?.length === 0 ? words.lead : undefined}>
      <EmulatorTabs />
      {error && <Trouble error={error} retry={refetch} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <NoPersonas made={open} own={() => setEditing('new')} />}
      {group && (
        <Stage
          key={group.key}
          groups={groups}
          group={group}
          chosen={group.personas.find(({ id }) => id === chosen) ?? (group.personas[0] as Persona)}
          beside={beside ?? []}
          more={more.has ? more.load : undefined}
          edit={setEditing}
        />
      )}
      {editing && <PersonaDialog editing={editing} done={open} close={() => setEditing(undefined)} />}
    </Page>
  )
}
