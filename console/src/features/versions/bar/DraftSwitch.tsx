import { Button, Menu, Text } from '@mantine/core'
import { IconBroadcast, IconCheck, IconChevronDown, IconList, IconPencil, IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/versions.ts'
import { useCan, useOrg } from '../../../app/current-org.ts'
import { NewDraftDialog } from '../drafts/NewDraftDialog.tsx'
import { useDrafts } from '../versions-data.ts'
import classes from './bar.module.css'
import { useWorkOn } from './useWorkOn.ts'

const { switch: texts } = strings

/** Says whether the console works on live or a draft, and switches between them. */
export function DraftSwitch({ agent }: { agent: string }) {
  const org = useOrg()
  const canWrite = useCan('editor')
  const { draft: draftId } = useSearch({ strict: false })
  const [opened, setOpened] = useState(false)
  const [creates, setCreates] = useState(false)
  const { data: drafts = [] } = useDrafts(agent, opened || draftId !== undefined)
  const current = draftId === undefined ? undefined : (drafts.find(({ id }) => id === draftId)?.name ?? draftId)
  const workOn = useWorkOn()
  return (
    <>
      <Menu position="bottom-start" width={290} withinPortal opened={opened} onChange={setOpened}>
        <Menu.Target>
          <Button
            size="xs"
            className={classes.switch}
            data-draft={draftId}
            aria-label={texts.label(current)}
            leftSection={
              draftId === undefined ? <IconBroadcast size={14} aria-hidden /> : <IconPencil size={14} aria-hidden />
            }
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {current === undefined ? texts.live : texts.draft(current)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.heading}</Menu.Label>
          <Choice
            label={texts.live}
            hint={texts.liveHint}
            chosen={draftId === undefined}
            choose={() => workOn(undefined)}
          />
          {drafts.map(({ id, name, changes }) => (
            <Choice
              key={id}
              label={name}
              hint={texts.changes(changes)}
              chosen={id === draftId}
              choose={() => workOn(id)}
            />
          ))}
          <Menu.Divider />
          {canWrite && (
            <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreates(true)}>
              {texts.create}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconList size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/orgs/$org/agents/$agent/versions" params={{ org: org.id, agent }} {...props} />
            )}
          >
            {texts.all}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {creates && <NewDraftDialog agent={agent} close={() => setCreates(false)} made={({ id }) => workOn(id)} />}
    </>
  )
}

type ChoiceProps = { label: string; hint: string; chosen: boolean; choose: () => void }

function Choice({ label, hint, chosen, choose }: ChoiceProps) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={chosen}
      leftSection={<IconCheck size={16} aria-hidden opacity={chosen ? 1 : 0} />}
      onClick={choose}
    >
      {label}
      <Text size="xs" className="quiet">
        {hint}
      </Text>
    </Menu.Item>
  )
}
