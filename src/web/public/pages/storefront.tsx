const STRIPES = [0, 1, 2, 3, 4, 5, 6]

/** A quiet shop front in the morning, drawn in the accent; it says nothing that the words do not. */
export function Storefront() {
  return (
    <div className="storefront" aria-hidden="true">
      <svg viewBox="0 0 420 400" aria-hidden="true">
        <circle className="sf-sun" cx="318" cy="104" r="62" />
        <path className="sf-far" d="M0 348V212h58v-42h74v60h56V150h86v80h46v-52h66v38h34v132z" />
        <g className="sf-shop">
          <rect className="sf-wall" x="72" y="196" width="276" height="152" rx="10" />
          <rect className="sf-glass" x="96" y="246" width="120" height="76" rx="8" />
          <rect className="sf-glass" x="246" y="246" width="70" height="102" rx="8" />
          <path className="sf-shelf" d="M108 300h96M108 276h96" />
          <rect className="sf-good" x="114" y="260" width="14" height="16" rx="3" />
          <rect className="sf-good is-2" x="134" y="264" width="18" height="12" rx="3" />
          <rect className="sf-good" x="158" y="258" width="12" height="18" rx="3" />
          <rect className="sf-good is-3" x="178" y="262" width="18" height="14" rx="3" />
          <rect className="sf-good is-3" x="114" y="286" width="20" height="14" rx="3" />
          <rect className="sf-good" x="142" y="284" width="14" height="16" rx="3" />
          <rect className="sf-good is-2" x="164" y="286" width="22" height="14" rx="3" />
          <circle className="sf-knob" cx="256" cy="300" r="3" />
        </g>
        <g>
          {STRIPES.map((n) => (
            <path
              key={n}
              className={n % 2 === 0 ? 'sf-awning' : 'sf-awning is-light'}
              d={`M${64 + n * 41.7} 176h41.7v34a20.85 20.85 0 0 1-41.7 0z`}
            />
          ))}
          <path className="sf-roof" d="M82 144h256l18 32H64z" />
        </g>
        <path className="sf-ground" d="M24 348h372" />
        <g className="sf-note">
          <path d="M40 72a16 16 0 0 1 16-16h104a16 16 0 0 1 16 16v34a16 16 0 0 1-16 16H84l-20 16v-16h-8a16 16 0 0 1-16-16z" />
          <path className="sf-lines" d="M62 80h92M62 98h58" />
        </g>
        <g className="sf-star">
          <circle cx="352" cy="262" r="24" />
          <path d="M341 262l8 8 14-15" />
        </g>
      </svg>
    </div>
  )
}
