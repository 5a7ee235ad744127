/** The sign of the product, as the icon of its pages has it. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <path fill="var(--mantine-primary-color-filled)" d="M4 5h24v17H15l-7 6v-6H4z" />
    </svg>
  )
}
