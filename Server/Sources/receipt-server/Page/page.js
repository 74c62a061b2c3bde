// The page of receipt-server. Everything it shows comes from outside, so strings are inserted only as text, never as
// markup.
"use strict";

const kinds = {
    appReceipt: "App receipt", transaction: "Signed transaction", renewalInfo: "Signed renewal info",
    appTransaction: "Signed app transaction", notification: "Notification", transactionReceipt: "iOS 6 transaction receipt",
    subscriptionStatus: "Signed transaction with its renewal info", realtimeRequest: "Retention Messaging request",
    externalPurchaseToken: "External purchase token", list: "List of evidence", body: "JSON body",
};
// A kind that isn't in the list is shown by its name, in words.
const kindName = kind => kinds[kind] ?? kind.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
const markers = {
    "1.2.840.113635.100.6.11.1": "Apple's mark of a receipt's signer",
    "1.2.840.113635.100.6.2.1": "Apple's mark of an intermediate certificate",
    "1.2.840.113635.100.6.5.1": "Apple's mark of a transaction receipt's signer",
};
const states = {
    owned: "owned", subscribed: "subscribed", inGracePeriod: "in the grace period", nonRenewing: "non-renewing subscription",
    inBillingRetryPeriod: "in billing retry, without access", expired: "expired", revoked: "revoked",
};
const reasons = {
    noPurchaseKnown: "no purchase is known", notStarted: "it begins later", expired: "expired", revoked: "revoked",
    replaced: "another product took its place", notAnEntitlement: "how long it lasts isn't known",
};
const missing = {
    renewal: "a renewal may be missing", billingRecovery: "a billing recovery may be missing",
    productChange: "a change of product may be missing",
};
// The maximum number of members of one object or array to show at once.
const most = 100;

const byID = (id) => document.getElementById(id);
let pieces = [];
// The number of additions that the server hasn't answered yet.
let checking = 0;
// The number of the latest question about the ledger. Responses to earlier ones are discarded.
let asked = 0;

// MARK: Elements

function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    // Insert strings as text nodes.
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
}

const time = (text) => String(text).replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
const isDate = (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);

/** Rows of names and values; values that are absent are left out. */
function rows(pairs) {
    const list = element("dl", {});
    for (const [name, value] of pairs) {
        if (value === undefined || value === null || value === "") continue;
        list.append(element("dt", {}, name), element("dd", {}, value instanceof Node ? value : String(value)));
    }
    return list;
}

/** A part that is made when it is opened. */
function unfolding(title, make, isOpen) {
    const details = element("details", {}, element("summary", {}, title));
    const fill = () => {
        if (details.childElementCount === 1) details.append(make());
    };
    details.addEventListener("toggle", () => details.open && fill());
    if (isOpen) {
        fill();
        details.open = true;
    }
    return details;
}

/** Any JSON, as rows that can be unfolded. */
function tree(value, from = 0) {
    const members = Object.entries(value);
    const box = element("div", {}, rows(members.slice(from, from + most).map(([name, one]) => {
        const label = Array.isArray(value) ? String(Number(name) + 1) : name;
        if (one === null || typeof one !== "object") return [label, typeof one === "string" && isDate(one) ? time(one) : String(one)];
        const count = Object.keys(one).length;
        return [label, count === 0 ? "none" : unfolding(Array.isArray(one) ? `${count} in a list` : `${count} members`, () => tree(one))];
    })));
    if (members.length > from + most) {
        box.append(unfolding(`${members.length - from - most} more`, () => tree(value, from + most)));
    }
    return box;
}

// MARK: The server's routes

/** The server's answer, or what is wrong with there being none. */
async function post(route, body) {
    try {
        const response = await fetch(route, { method: "POST", body });
        if (response.headers.get("content-type") === "image/svg+xml") return { picture: await response.text() };
        return await response.json();
    } catch {
        return { error: { code: "", message: "The server gave no answer: it can't be reached, or closed the connection." } };
    }
}

// MARK: Input

/** Lines that are each a JWS or a JSON object are pieces of their own. */
function split(text) {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
    const isPiece = (line) => /^\s*[\w-]+\.[\w-]+\.[\w-]+\s*$/.test(line) || (/^\s*\{.*\}\s*$/.test(line) && isJSON(line));
    return lines.length > 1 && lines.every(isPiece) ? lines : [text];
}

function isJSON(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

async function add(inputs) {
    const added = inputs.map(({ name, bytes, pasted }) => ({ name, bytes, pasted }));
    checking += 1;
    byID("summary").textContent = "Checking …";
    byID("answers").setAttribute("aria-busy", "true");
    for (const piece of added) {
        piece.verdict = await post("v1/verify", piece.bytes);
        piece.inspection = await post("v1/inspect", piece.bytes);
    }
    checking -= 1;
    // Pasted text stays in its field, so don't add the same piece again when it is checked twice.
    pieces.push(...added.filter(({ pasted }) => !pasted || !pieces.some((one) => one.pasted === pasted)));
    await show(true);
}

async function read(files) {
    const inputs = [];
    for (const file of files) {
        try {
            inputs.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
        } catch {
            byID("summary").textContent = `${file.name} can't be read.`;
        }
    }
    if (inputs.length > 0) await add(inputs);
}

// MARK: Display

async function show(movesFocus) {
    const question = ++asked;
    const list = byID("pieces");
    const only = byID("only").value;
    // Filter after mapping, so that each piece keeps its number.
    list.replaceChildren(...pieces.map(card).filter((_, place) => only === "" || (pieces[place].verdict.verdict ?? "") === only));
    byID("choices").hidden = verified().length === pieces.length;
    byID("pieces-section").hidden = pieces.length === 0;
    byID("clear").hidden = pieces.length === 0;
    byID("ledger").hidden = true;
    byID("ledger-body").replaceChildren();
    const counts = {};
    for (const { verdict } of pieces) counts[verdict.verdict ?? "not checked"] = (counts[verdict.verdict ?? "not checked"] ?? 0) + 1;
    const words = Object.entries(counts).map(([word, count]) => `${count} ${word}`).join(", ");
    byID("summary").textContent = pieces.length === 0 ? "" : `${pieces.length === 1 ? "1 piece" : `${pieces.length} pieces`}: ${words}.`;
    if (pieces.length > 0) await ledger(question);
    if (question !== asked || checking > 0) return;
    byID("answers").removeAttribute("aria-busy");
    if (movesFocus) reveal(byID(byID("ledger").hidden ? "pieces-heading" : "ledger-heading"));
}

/** Moves the focus, and on a narrow screen, where the answers stand below the form, scrolls to their beginning. */
function reveal(heading) {
    heading.focus({ preventScroll: true });
    const { top } = byID("answers").getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) byID("answers").scrollIntoView();
}

function card(piece, place) {
    const { verdict, inspection } = piece;
    const word = verdict.verdict ?? "not checked";
    const kind = verdict.kind ? kindName(verdict.kind)
        : (inspection.kind ?? "unknown") === "unknown" ? "" : `${kindName(inspection.kind)}, it seems`;
    const remove = element("button", { type: "button" }, "Remove");
    remove.setAttribute("aria-label", `Remove piece ${place + 1}`);
    remove.addEventListener("click", async () => {
        pieces = pieces.filter((one) => one !== piece);
        await show(pieces.length > 0);
        if (pieces.length === 0) byID("text").focus();
    });
    const item = element(
        "li", {},
        element("div", { class: "head" }, element("h3", {}, `${place + 1}. ${piece.name}`), remove),
        element(
            "p", {}, element("span", { class: verdict.verdict ?? "problem" }, word[0].toUpperCase() + word.slice(1)),
            kind ? `: ${kind}` : "", `, ${piece.bytes.length} bytes`));
    if (verdict.error) item.append(...problem(verdict.error));
    const signed = verdict.verification ?? {};
    item.append(rows([
        ["App", verdict.bundleID], ["Environment", verdict.environment],
        ["Unsigned environment", verdict.claimedEnvironment], ["Signature", signed.digest && `${signed.digest}, verified`],
        ["Content digest", verdict.contentDigest && element("code", {}, verdict.contentDigest)],
    ]));
    if (inspection.error && inspection.error.code !== verdict.error?.code) item.append(...problem(inspection.error));
    const chains = certificates(inspection);
    chains.forEach(([member, chain]) => {
        const title = `Certificate chain${chains.length > 1 ? ` of ${member || "the whole"}` : ""}: ${chain.length}`;
        item.append(unfolding(title, () => chainList(chain, signed)));
    });
    const { verdict: _, error, certificates: __, ...contents } = inspection;
    if (Object.keys(contents).length > 0) {
        item.append(unfolding("What it contains, unverified", () => element(
            "div", {}, element("p", { class: "unverified" }, "Nothing here is verified. Anyone could have written it."), tree(contents))));
    }
    if (verdict.verdict === "verified") {
        const { verdict: ___, ...rest } = verdict;
        item.append(unfolding("What it contains, verified", () => tree(rest)));
    }
    return item;
}

function problem(error) {
    return [
        element("p", {}, sentence(error.message), error.code ? " " : null, error.code ? element("code", { class: "faint" }, error.code) : null),
        error.hint ? element("p", { class: "hint" }, element("strong", {}, "Remedy: "), sentence(error.hint)) : null,
        error.support ? element("p", { class: "hint" }, element("strong", {}, "For support: "), sentence(error.support)) : null,
    ].filter((one) => one !== null);
}

/** With a full stop, which messages don't have in JSON. */
const sentence = (text) => /[.!?]$/.test(text) || text === "" ? text : `${text}.`;

/** The chains of a piece and of what is in it, each once. */
function certificates(inspection, member = "", found = new Map()) {
    const chain = inspection.certificates ?? [];
    const key = chain.map((one) => one.sha256).join();
    if (chain.length > 0 && !found.has(key)) found.set(key, [member, chain]);
    for (const one of inspection.evidence ?? []) certificates(one, one.member, found);
    return [...found.values()];
}

function chainList(chain, signed) {
    return element(
        "div", {},
        element("p", { class: "unverified" }, "As the evidence has them. Only the verdict says whether they hold."),
        element("ol", { class: "plain" }, ...chain.map((one) => element(
            "li", {}, element("strong", {}, one.subject ?? "A certificate that can't be read"),
            one.sha256 === signed.signer ? " (the signer)" : null, one.sha256 === signed.trustAnchor ? " (the root)" : null,
            rows([
                ["Issued by", one.issuer], ["Valid", one.notBefore && `${time(one.notBefore)} to ${time(one.notAfter)}`],
                ["Key", one.key && `${one.key}, signed with ${one.signatureAlgorithm}`], ["Serial number", one.serialNumber],
                ["Marks", (one.markers ?? []).map((mark) => markers[mark] ? `${markers[mark]} (${mark})` : mark).join(", ")],
                ["SHA-256", element("code", {}, one.sha256)], ["SHA-256 of the key", one.keySHA256 && element("code", {}, one.keySHA256)],
            ])))));
}

// MARK: The ledger

async function ledger(question) {
    const body = byID("ledger-body");
    const say = (...children) => {
        body.replaceChildren(...children.filter((child) => child !== null));
        byID("ledger").hidden = false;
    };
    const merged = byID("leave-out").checked ? verified() : pieces;
    if (merged.length === 0) return;
    if (merged.some((piece) => piece.verdict.verdict !== "verified")) {
        if (pieces.length > 1) say(element("p", {}, "There's no ledger while a piece isn't verified. Remove it, or leave out what is rejected, to see the others'."));
        return;
    }
    const strangers = apart(merged, "appTransactionID") ?? apart(merged, "appAccountToken");
    if (strangers) {
        const [a, b, member] = strangers;
        return say(
            element("p", { class: "problem" }, `Pieces ${a} and ${b} are of two customers, so they aren't merged.`),
            element("p", {}, `Their ${member} differ. Remove one of them to see the other's ledger.`));
    }
    const { value, validity } = byID("as-of");
    // An incomplete date has an empty value, which would otherwise mean now.
    if (!validity.valid) return say(element("p", { class: "problem" }, "Complete the date and its time, or remove both to see what holds now."));
    // The value has seconds unless they are 0.
    const asOf = value.length === 16 ? `${value}:00Z` : `${value}Z`;
    const request = JSON.stringify({ evidence: merged.map(text), ...(value ? { asOf } : {}) });
    const answer = await post("v1/ledger", request);
    if (question !== asked) return;
    if (!answer.ledger) {
        const which = Number.isInteger(answer.index) && merged.length > 1 ? ` Piece ${pieces.indexOf(merged[answer.index]) + 1} doesn't belong to those before it.` : "";
        return say(element("p", { class: "problem" }, `The evidence makes no ledger.${which}`), ...problem(answer.error ?? { message: "" }));
    }
    if ((answer.ledger.appTransactionIDs ?? []).length > 1) {
        return say(element("p", { class: "problem" }, "The evidence is of several customers: it names more than one appTransactionID."));
    }
    const { purchases = [], subscriptions = [], access = {}, asOf: date } = answer.ledger;
    // Leave out products that never give access, such as consumables.
    const passes = new Set(purchases.filter((one) => one.productType === "Non-Renewing Subscription").map((one) => one.productID));
    const products = Object.entries(access).filter(([id, one]) => one.reason !== "notAnEntitlement" || passes.has(id));
    const image = element("img", { alt: "The purchases over time. The lists on this page say the same in words." });
    const left = pieces.length - merged.length;
    say(
        left > 0 ? element("p", { class: "problem" }, left === 1 ? "1 piece is left out." : `${left} pieces are left out.`) : null,
        element("p", { class: "faint" }, `As of ${time(date)}. What happened after the evidence was signed isn't in it.`),
        element("h3", {}, "Access"),
        products.length === 0 ? element("p", {}, "None.") : element("ul", { class: "plain" }, ...products.map(([id, one]) => element(
            "li", {}, element("strong", {}, id), `: ${verdictOn(one)}`))),
        element("h3", {}, "Timeline"), image,
        ...(subscriptions.length === 0 ? [] : [element("h3", {}, "Subscriptions"), ...subscriptions.flatMap((one) => subscription(one, date))]),
        unfolding(`Purchases: ${purchases.length}`, () => tree(purchases)));
    const picture = await post("v1/timeline", request);
    if (question !== asked) return;
    // Show the picture in an image element, where it can't run scripts or load anything.
    if (picture.picture) image.src = `data:image/svg+xml,${encodeURIComponent(picture.picture)}`;
    else image.replaceWith(...problem(picture.error ?? { message: "There's no picture." }));
}

/** Granted, denied or undetermined, in words. */
function verdictOn({ state, entitlement, reason, missing: pieces = [], originalTransactionIDs = [], since, revocationDate }) {
    const from = since ? ` since ${time(since)}` : "";
    if (state === "granted") {
        const end = entitlement.endDate ? `until ${time(entitlement.endDate)}` : "for good";
        return `granted, ${states[entitlement.state] ?? entitlement.state}, ${end}${renewal(entitlement) ?? ""}.`;
    }
    if (state === "denied" && revocationDate) return `denied: revoked on ${time(revocationDate)}.`;
    if (state === "denied") return `denied: ${reasons[reason] ?? reason}${reason === "notAnEntitlement" ? "" : from}.`;
    const asking = originalTransactionIDs.length > 0 ? ` Ask Apple about ${originalTransactionIDs.join(", ")}.` : "";
    return `undetermined: ${pieces.map((one) => missing[one] ?? one).join(", ")}; no known access${from}.${asking}`;
}

/** A subscription under its product and the end of its period. */
function subscription({ status, originalTransactionID, periods = [] }, date) {
    const known = periods.filter(({ startDate }) => Date.parse(startDate) <= Date.parse(date));
    const period = known.findLast(({ productID }) => !status?.productID || productID === status.productID) ?? periods[0] ?? {};
    const { endDate, effectiveEndDate: end = endDate, revocationDate: revoked } = period;
    const dates = status?.state === "revoked" && revoked ? `, revoked ${time(revoked)}`
        : end ? `, ${Date.parse(end) > Date.parse(date) ? "expires" : status?.missing ? "last known period ended" : "expired"} ${time(end)}` : "";
    const words = status ? standing(status, end) + (renewal(status) ?? "") : "not subscribed yet";
    const gap = status?.missing ? `; undetermined: ${missing[status.missing] ?? status.missing}` : "";
    return [
        element("h4", {}, (status?.productID ?? period.productID ?? "Subscription") + dates),
        element("p", {}, `${words[0].toUpperCase()}${words.slice(1)}${gap}. `, element("span", { class: "faint" }, `Subscription ${originalTransactionID}`)),
    ];
}

/** What a heading with the end of the period leaves unsaid. */
function standing({ state, productID, until, missing: gap }, end) {
    let word = states[state] ?? state;
    if (state === "expired" && !productID) word = "no known period has begun";
    // Another period, which the evidence doesn't show, may have followed.
    else if (gap && state === "expired") word = "no known access";
    else if (gap && state === "inBillingRetryPeriod") word = "in billing retry, without known access";
    if (!until || until === end) return word;
    return word + (state === "expired" ? `; the next period begins ${time(until)}` : ` until ${time(until)}`);
}

function renewal({ state, productID, willAutoRenew, autoRenewPreference }) {
    if (willAutoRenew === undefined) return null;
    // The renewal that was expected when the evidence was signed.
    if (state === "expired" || state === "revoked") return willAutoRenew ? ", auto-renew was on" : ", auto-renew was off";
    if (!willAutoRenew) return ", will not renew";
    // The App Store retries the charge, and each attempt may fail.
    const words = state === "inGracePeriod" || state === "inBillingRetryPeriod" ? ", auto-renew is on" : ", will renew";
    return words + (autoRenewPreference && autoRenewPreference !== productID ? ` as ${autoRenewPreference}` : "");
}

const verified = () => pieces.filter((piece) => piece.verdict.verdict === "verified");

/** Two pieces that each name customers, and no common one. */
function apart(merged, member) {
    const named = merged.map((piece) => [pieces.indexOf(piece) + 1, values(piece.verdict, member)]).filter(([, set]) => set.size > 0);
    const [first, ...others] = named;
    const other = others.find(([, set]) => [...set].every((one) => !first[1].has(one)));
    return other ? [first[0], other[0], member] : null;
}

/** All values of a member, however deep. */
function values(value, member, found = new Set()) {
    if (value === null || typeof value !== "object") return found;
    for (const [name, one] of Object.entries(value)) {
        if (name === member && typeof one === "string") found.add(one);
        else values(one, member, found);
    }
    return found;
}

/** A piece as a text: a receipt in base64, everything else as it came. */
function text({ bytes, verdict }) {
    let text = null;
    try {
        text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        return base64(bytes);
    }
    if (verdict.kind !== "appReceipt" || text.trimStart().startsWith("{")) return text.trim();
    const isText = /^[\x09\x0a\x0d\x20-\x7e]*$/.test(text);
    return isText ? text.replace(/-----[^-]*-----/g, "").replace(/\s/g, "") : base64(bytes);
}

function base64(bytes) {
    let binary = "";
    for (let start = 0; start < bytes.length; start += 0x8000) {
        binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
    }
    return btoa(binary);
}

// MARK: Events

byID("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byID("text");
    if (field.value.trim() === "") {
        byID("summary").textContent = "Paste something first, or choose a file.";
        return field.focus();
    }
    const texts = split(field.value);
    const encoder = new TextEncoder();
    // Corrected text replaces the text that wasn't verified.
    pieces = pieces.filter(({ pasted, verdict }) => !pasted || verdict.verdict === "verified");
    await add(texts.map((one) => ({ name: "Pasted text", bytes: encoder.encode(one), pasted: one })));
});
byID("files").addEventListener("change", async (event) => {
    const files = [...event.target.files];
    event.target.value = "";
    await read(files);
});
for (const id of ["as-of", "leave-out", "only"]) byID(id).addEventListener("change", () => show(false));
byID("clear").addEventListener("click", async () => {
    pieces = [];
    await show(false);
    byID("text").focus();
});
for (const name of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(name, (event) => {
        event.preventDefault();
        document.body.classList.toggle("dragging", name === "dragover");
        if (name === "drop") read([...event.dataTransfer.files]);
    });
}
