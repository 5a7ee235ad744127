import { Alert, Badge, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings } from '#i18n/tests.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { GenerateDialog, type GenerationSource } from '../create/GenerateDialog.tsx'
import { RecordDialog } from '../create/RecordDialog.tsx'
import { StartRun } from '../runs/StartRun.tsx'
import { HistoryPanel } from '../shared/HistoryPanel.tsx'
import { type TestSuite, useSuite, useSuiteHistory } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { CasesTab } from './CasesTab.tsx'
import { SuiteSettings } from './SuiteSettings.tsx'

const { suite: deleteSuiteTexts } = strings

/** Deleting a suite also deletes its cases, so it asks for confirmation. */
function useDeleteSuite({ id, name }: TestSuite): () => Promise<void> {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const deleting = useMutation({
    mutationFn: () => agent.api.delete('/tests/suites/{suiteId}', { path: { suiteId: id } }),
    onSuccess: async () => {
      await navigate({ to: testPaths.suites, params: routeIds })
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites', 'all') })
    },
    onError: notify.error,
  })
  return async () => {
    const sure = await askConfirmation({
      title: deleteSuiteTexts.deleteTitle(name),
      text: deleteSuiteTexts.deleteText,
      ok: strings.delete,
      danger: true,
    })
    if (sure) deleting.mutate()
  }
}

const { suite: texts } = strings

export function SuitePage() {
  const { suiteId } = useParams({ from: testPaths.suite })
  const { tab } = useSearch({ from: testPaths.suite })
  const suite = useSuite(suiteId)
  if (suite.error) return <ErrorAlert error={suite.error} retry={suite.refetch} />
  if (!suite.data) return <Loading />
  const { name, description, system } = suite.data
  return (
    <PageLayout
      key={suiteId}
      title={displaySuiteName(name)}
      lead={description}
      beside={
        system && (
          <Badge variant="default" tt="none">
            {strings.list.examples}
          </Badge>
        )
      }
      actions={<Actions suite={suite.data} />}
    >
      <Tabs suite={suite.data} />
      {system && <Alert color="gray" title={texts.system} />}
      {tab === undefined && <CasesTab suite={suite.data} />}
      {tab === 'history' && <History suiteId={suiteId} />}
      {tab === 'settings' && <SuiteSettings suite={suite.data} />}
    </PageLayout>
  )
}

function Tabs({ suite }: { suite: TestSuite }) {
  const params = { ...useRouteIds(), suiteId: suite.id }
  const exact = { exact: true, includeSearch: true }
  return (
    <LinkTabs label={texts.tabs.label}>
      <Link to={testPaths.suite} params={params} search={{}} activeOptions={exact}>
        {texts.tabs.cases}
      </Link>
      <Link to={testPaths.suite} params={params} search={{ tab: 'history' }} activeOptions={exact}>
        {texts.tabs.history}
      </Link>
      {!suite.system && (
        <Link to={testPaths.suite} params={params} search={{ tab: 'settings' }} activeOptions={exact}>
          {texts.tabs.settings}
        </Link>
      )}
    </LinkTabs>
  )
}

function History({ suiteId }: { suiteId: string }) {
  const history = useSuiteHistory(suiteId)
  if (history.error) return <ErrorAlert error={history.error} retry={history.refetch} />
  if (!history.data) return <Loading />
  return <HistoryPanel bars={history.data} of={texts.historyOf} />
}

type Dialog = 'run' | 'record' | GenerationSource

function Actions({ suite }: { suite: TestSuite }) {
  const can = useCan('editor')
  const routeIds = useRouteIds()
  const [open, setOpen] = useState<Dialog>()
  const close = () => setOpen(undefined)
  if (!can) return null
  return (
    <>
      {!suite.system && (
        <ButtonLink
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          to={testPaths.case}
          params={{ ...routeIds, suiteId: suite.id, caseId: 'new' }}
        >
          {texts.newCase}
        </ButtonLink>
      )}
      <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => setOpen('run')}>
        {texts.run}
      </Button>
      {!suite.system && <More suite={suite} onOpen={setOpen} />}
      {open === 'run' && <StartRun suiteIds={[suite.id]} onClose={close} />}
      {open === 'record' && <RecordDialog suiteId={suite.id} onClose={close} />}
      {open && open !== 'run' && open !== 'record' && (
        <GenerateDialog suiteId={suite.id} source={open} onClose={close} />
      )}
    </>
  )
}

function More({ suite, onOpen }: { suite: TestSuite; onOpen: (dialog: Dialog) => void }) {
  const remove = useDeleteSuite(suite)
  const [opened, { toggle, close }] = useDisclosure()
  return (
    <Menu position="bottom-end" opened={opened} onChange={toggle} onClose={close}>
      <Menu.Target>
        <Button variant="default" px="xs" aria-label={strings.more}>
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('record')}>{texts.record}</Menu.Item>
        <Menu.Item onClick={() => onOpen('facts')}>{texts.fromFacts}</Menu.Item>
        <Menu.Item onClick={() => onOpen('description')}>{texts.fromDescription}</Menu.Item>
        <Menu.Item onClick={() => onOpen('coverage')}>{texts.fromCoverage}</Menu.Item>
        <Menu.Item onClick={() => onOpen('attacks')}>{texts.fromAttacks}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={remove}>
          {texts.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
