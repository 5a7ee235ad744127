import {
  Affix,
  Alert,
  Anchor,
  Button,
  Code,
  Fieldset,
  Group,
  List,
  Paper,
  Stack,
  Text,
  Transition,
} from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/app.ts'
import { useIsLate } from '../LateHint.tsx'
import { ErrorAlert, Loading } from '../PageStates.tsx'

import { toFormPath } from './field-path.ts'
import type { Editor } from './useEditor.ts'

/** A field on the page: its label and a function that focuses it. */
type FieldTarget = { label: string; go: () => void }

/** Finds the field of a path in the form around `near`, or its nearest ancestor that can be focused. */
function findFieldTarget(near: Element, path: string): FieldTarget | undefined {
  const container = near.closest('[role=dialog], main') ?? document.body
  const steps = path.split('.')
  for (let depth = steps.length; depth > 0; depth--) {
    const element = container.querySelector<HTMLElement>(`[data-path="${CSS.escape(steps.slice(0, depth).join('.'))}"]`)
    const control = element && controlOf(element)
    const label = control && labelOf(control)
    if (label) return { label, go: () => focusControl(control) }
  }
  return undefined
}

const controls = 'input, textarea, button'

/** Returns the element to focus: the field itself, or the editor that replaces it. */
function controlOf(element: HTMLElement): HTMLElement | null {
  return element.matches(controls) ? element : element.querySelector<HTMLElement>(`.cm-content, ${controls}`)
}

function focusControl(control: HTMLElement): void {
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}

function labelOf(control: HTMLElement): string {
  const labels = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.labels : null
  const text = labels?.[0]?.textContent ?? control.ariaLabel ?? control.textContent ?? ''
  // Strips the asterisk of a required field from its label.
  return text.replace(/\s*\*$/, '').trim()
}

const ConflictDialog = lazy(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }))

/** Frame of an editor: validation errors, the save bar, and conflicts with other users. */
export function EditorFrame<T>({ editor, children }: { editor: Editor<T>; children: ReactNode }) {
  const { readOnly, dirty, save, conflict } = editor
  useHotkeys([['mod+S', () => dirty && !readOnly && save()]], [], true)
  if (editor.error) return <ErrorAlert error={editor.error} retry={editor.refetch} />
  if (!editor.ready) return <Loading />
  return (
    <Stack>
      {readOnly && <Alert color="gray" title={strings.save.readOnly} />}
      {editor.refusal && <RefusalSummary error={editor.refusal} toFormField={editor.toFormField} />}
      <Fieldset variant="unstyled" disabled={readOnly} style={{ minWidth: 0 }}>
        {children}
      </Fieldset>
      <SaveBar editor={editor} />
      {conflict && (
        <Suspense>
          <ConflictDialog editor={editor} theirs={conflict.value} />
        </Suspense>
      )}
    </Stack>
  )
}

function SaveBar<T>({ editor: { dirty, readOnly, saving, save, discard } }: { editor: Editor<T> }) {
  const isLate = useIsLate(saving)
  return (
    <Affix position={{ bottom: 16, right: 16 }} zIndex={150}>
      <Transition mounted={dirty && !readOnly} transition="slide-up">
        {(style) => (
          <Paper
            withBorder
            shadow="md"
            p="sm"
            style={style}
            data-save-bar
            role="region"
            aria-label={strings.save.unsaved}
          >
            <Group gap="sm">
              <Text size="sm" role="status">
                {isLate ? strings.late.kept : strings.save.unsaved}
              </Text>
              <Button variant="default" size="sm" onClick={discard} disabled={saving}>
                {strings.save.discard}
              </Button>
              <Button size="sm" onClick={save} loading={saving}>
                {strings.save.save}
              </Button>
            </Group>
          </Paper>
        )}
      </Transition>
    </Affix>
  )
}

type RefusalSummaryProps = { error: Error; toFormField?: Editor<never>['toFormField'] }

/** Lists a validation error field by field; each links to its field by its label. */
export function RefusalSummary({ error, toFormField }: RefusalSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const [targets, setShown] = useState<(FieldTarget | undefined)[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches once, when the request is refused
  useEffect(() => {
    const near = box.current
    if (!near) return
    const found = errorsOf(error).map(({ field }) => findFieldTarget(near, toFormPath(toFormField?.(field) ?? field)))
    setShown(found)
    found.find((field) => field !== undefined)?.go()
  }, [error])
  const errors = errorsOf(error)
  if (errors.length === 0) return <ErrorAlert error={error} />
  return (
    <Alert ref={box} color="red" role="alert" title={strings.save.fix(errors.length)}>
      <List size="sm">
        {errors.map(({ field, message }, at) => (
          <List.Item key={`${field} ${message}`}>
            <FieldLink target={targets[at]} field={field} /> {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

const errorsOf = (error: Error) => (error instanceof Invalid ? error.errors : [])

function FieldLink({ target, field }: { target: FieldTarget | undefined; field: string }) {
  if (!target) return <Code>{field}</Code>
  return (
    <Anchor component="button" type="button" size="sm" c="inherit" underline="always" onClick={target.go}>
      {strings.save.field(target.label)}
    </Anchor>
  )
}
