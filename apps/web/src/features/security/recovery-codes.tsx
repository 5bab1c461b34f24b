import { Button } from '#web/ui/controls/button.tsx'
import { text } from './second-factor-text.ts'
import css from './security.module.css'

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text.codes}\n\n${codes.join('\n')}\n`)}`
  return (
    <div className={css.card}>
      <h3 className="text-l breaks" tabIndex={-1} data-success="">
        {text.codes}
      </h3>
      <p>{text.codesShown}</p>
      <ul className={css.codes} aria-label={text.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <a className={css.alone} href={file} download={text.file}>
          {text.download}
        </a>
      </p>
      <div className="actions stretch">
        <Button onClick={onKept}>{text.codesKept}</Button>
      </div>
    </div>
  )
}
