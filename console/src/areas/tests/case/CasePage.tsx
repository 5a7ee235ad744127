import { Alert, Badge, Button, Grid, Menu, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconPlayerPlay } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { words } from '#words/tests.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { EditorFrame } from '../../../parts/editor/EditorFrame.tsx'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { CopyDialog } from '../make/CopyDialog.tsx'
import { StartRun } from '../runs/StartRun.tsx'
import { to } from '../shared/place.ts'
import { type Suite, useKnown, useSuite } from '../shared/reads.ts'
import { useDropCase } from '../suite/useDropCase.ts'
import { AboutPart } from './AboutPart.tsx'
import { CaseHistory } from './CaseHistory.tsx'
import styles from './case.module.css'
import type { Draft } from './draft.ts'
import { ExpectPart } from './ExpectPart.tsx'
import { EditingContext, editingOf } from './editing.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { ScenarioPart } from './ScenarioPart.tsx'
import { TurnsPart } from './TurnsPart.tsx'
import { type CaseEditor, useCaseEditor } from './useCaseEditor.ts'
import { usePreview } from './usePreview.ts'

const TextPart = lazy(async () => ({ default: (await import('./TextPart.tsx')).TextPart }))
const { case: said } = words

export function CasePage() {
  const { suiteId, caseId } = useParams({ from: to.case })
  const suite = useSuite(suiteId)
  if (suite.error) return <Trouble error={suite.error} retry={suite.refetch} />
  if (!suite.data) return <Loading />
  return <OpenCase key={caseId} suite={suite.data} caseId={caseId} />
}

function OpenCase({ suite, caseId }: { suite: Suite; caseId: string }) {
  const { tab } = useSearch({ from: to.case })
  const editor = useCaseEditor(suite, caseId)
  const { saved } = editor
  const title = typeof saved?.document.title === 'string' ? saved.document.title : ''
  return (
    <Page
      title={title || said.new}
      lead={suite.name}
      beside={
        saved?.origin && (
          <Badge variant="default" tt="none">
            {said.origins[saved.origin] ?? saved.origin}
          </Badge>
        )
      }
      actions={<Actions suite={suite} caseId={caseId} title={title} />}
    >
      <Tabs suite={suite} caseId={caseId} />
      {suite.system && <Alert color="gray" title={said.systemNote} />}
      {tab === 'history' && caseId !== 'new' && <CaseHistory suiteId={suite.id} caseId={caseId} />}
      <div hidden={tab === 'history'}>
        <Editing editor={editor} suite={suite} asText={tab === 'text'} />
      </div>
    </Page>
  )
}

const nothing: Draft = {}
type EditingGiven = { editor: CaseEditor; suite: Suite; asText: boolean }

function Editing({ editor, suite, asText }: EditingGiven) {
  const known = useKnown()
  const { document = nothing, broken } = editor.form.getValues()
  const { preview, findings } = usePreview(suite.id, document, editor.ready)
  return (
    <EditingContext value={editingOf(editor, { findings, known })}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Edited editor={editor} asText={asText || broken !== undefined}>
            <CaseFields suiteId={suite.id} />
          </Edited>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <div className={styles.beside}>{editor.ready && <PreviewPanel preview={preview} />}</div>
        </Grid.Col>
      </Grid>
    </EditingContext>
  )
}

type EditedGiven = { editor: CaseEditor; asText: boolean; children: ReactNode }

/** A text that is only read stands in no fieldset: one that is disabled would keep the keyboard out of it. */
function Edited({ editor, asText, children }: EditedGiven) {
  const text = (
    <Suspense fallback={<Loading />}>
      <TextPart editor={editor} />
    </Suspense>
  )
  if (asText && editor.ready && editor.readOnly) return text
  return <EditorFrame editor={editor}>{asText ? text : children}</EditorFrame>
}

const CaseFields = ({ suiteId }: { suiteId: string }) => (
  <Stack>
    <AboutPart suiteId={suiteId} />
    <ScenarioPart />
    <TurnsPart />
    <ExpectPart />
  </Stack>
)

function Tabs({ suite, caseId }: { suite: Suite; caseId: string }) {
  const params = { ...usePlace(), suiteId: suite.id, caseId }
  const exact = { exact: true, includeSearch: true }
  return (
    <LinkTabs label={said.tabs.label}>
      <Link to={to.case} params={params} search={{}} activeOptions={exact}>
        {said.tabs.form}
      </Link>
      <Link to={to.case} params={params} search={{ tab: 'text' }} activeOptions={exact}>
        {said.tabs.text}
      </Link>
      {caseId !== 'new' && (
        <Link to={to.case} params={params} search={{ tab: 'history' }} activeOptions={exact}>
          {said.tabs.history}
        </Link>
      )}
    </LinkTabs>
  )
}

type ActionsGiven = { suite: Suite; caseId: string; title: string }

function Actions({ suite, caseId, title }: ActionsGiven) {
  const can = useCan('editor')
  const place = usePlace()
  const navigate = useNavigate()
  const drop = useDropCase(suite.id)
  const [running, run] = useDisclosure()
  const [copying, copy] = useDisclosure()
  const back = { to: to.suite, params: { ...place, suiteId: suite.id } }
  const remove = async () => {
    await navigate(back)
    drop({ id: caseId, title })
  }
  return (
    <>
      <ButtonLink variant="default" {...back}>
        {words.back}
      </ButtonLink>
      {can && caseId !== 'new' && (
        <>
          <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={run.open}>
            {said.run}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" px="xs" aria-label={words.more}>
                <IconDots size={16} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={copy.open}>{said.copy}</Menu.Item>
              {!suite.system && (
                <Menu.Item color="red" onClick={remove}>
                  {said.delete}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {running && <StartRun caseIds={[caseId]} onClose={run.close} />}
      {copying && <CopyDialog testCase={{ id: caseId, suiteId: suite.id }} onClose={copy.close} />}
    </>
  )
}
