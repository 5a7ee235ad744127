import { Alert, Badge, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/tests.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { GenerateDialog } from '../make/GenerateDialog.tsx'
import { RecordDialog } from '../make/RecordDialog.tsx'
import { StartRun } from '../runs/StartRun.tsx'
import { HistoryPanel } from '../shared/HistoryPanel.tsx'
import { to } from '../shared/place.ts'
import { type Suite, useHistory, useSuite } from '../shared/reads.ts'
import { CasesTab } from './CasesTab.tsx'
import { SuiteSettings } from './SuiteSettings.tsx'
import { useDeleteSuite } from './useDeleteSuite.ts'

const { suite: said } = words

export function SuitePage() {
  const { suiteId } = useParams({ from: to.suite })
  const { tab } = useSearch({ from: to.suite })
  const suite = useSuite(suiteId)
  if (suite.error) return <Trouble error={suite.error} retry={suite.refetch} />
  if (!suite.data) return <Loading />
  const { name, description, system } = suite.data
  return (
    <Page
      key={suiteId}
      title={name}
      lead={description}
      beside={
        system && (
          <Badge variant="default" tt="none">
            {words.list.examples}
          </Badge>
        )
      }
      actions={<Actions suite={suite.data} />}
    >
      <Tabs suite={suite.data} />
      {system && <Alert color="gray" title={said.system} />}
      {tab === undefined && <CasesTab suite={suite.data} />}
      {tab === 'history' && <History suiteId={suiteId} />}
      {tab === 'settings' && <SuiteSettings suite={suite.data} />}
    </Page>
  )
}

function Tabs({ suite }: { suite: Suite }) {
  const params = { ...usePlace(), suiteId: suite.id }
  const exact = { exact: true, includeSearch: true }
  return (
    <LinkTabs label={said.tabs.label}>
      <Link to={to.suite} params={params} search={{}} activeOptions={exact}>
        {said.tabs.cases}
      </Link>
      <Link to={to.suite} params={params} search={{ tab: 'history' }} activeOptions={exact}>
        {said.tabs.history}
      </Link>
      {!suite.system && (
        <Link to={to.suite} params={params} search={{ tab: 'settings' }} activeOptions={exact}>
          {said.tabs.settings}
        </Link>
      )}
    </LinkTabs>
  )
}

function History({ suiteId }: { suiteId: string }) {
  const history = useHistory(suiteId)
  if (history.error) return <Trouble error={history.error} retry={history.refetch} />
  if (!history.data) return <Loading />
  return <HistoryPanel bars={history.data} of={said.historyOf} />
}

type Dialog = 'run' | 'record' | 'facts' | 'description'

function Actions({ suite }: { suite: Suite }) {
  const can = useCan('editor')
  const place = usePlace()
  const [open, setOpen] = useState<Dialog>()
  const close = () => setOpen(undefined)
  if (!can) return null
  return (
    <>
      {!suite.system && (
        <ButtonLink
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          to={to.case}
          params={{ ...place, suiteId: suite.id, caseId: 'new' }}
        >
          {said.newCase}
        </ButtonLink>
      )}
      <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => setOpen('run')}>
        {said.run}
      </Button>
      {!suite.system && <More suite={suite} onOpen={setOpen} />}
      {open === 'run' && <StartRun suiteIds={[suite.id]} onClose={close} />}
      {open === 'record' && <RecordDialog suiteId={suite.id} onClose={close} />}
      {(open === 'facts' || open === 'description') && (
        <GenerateDialog suiteId={suite.id} source={open} onClose={close} />
      )}
    </>
  )
}

function More({ suite, onOpen }: { suite: Suite; onOpen: (dialog: Dialog) => void }) {
  const remove = useDeleteSuite(suite)
  const [opened, { toggle, close }] = useDisclosure()
  return (
    <Menu position="bottom-end" opened={opened} onChange={toggle} onClose={close}>
      <Menu.Target>
        <Button variant="default" px="xs" aria-label={words.more}>
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('record')}>{said.record}</Menu.Item>
        <Menu.Item onClick={() => onOpen('facts')}>{said.fromFacts}</Menu.Item>
        <Menu.Item onClick={() => onOpen('description')}>{said.fromDescription}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={remove}>
          {said.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
