// Whether a customer has access to a product, as receipt-server answers.
//     java Entitled.java http://127.0.0.1:8080 PRODUCT JWS...     a file for each; exits with 0 if granted, 1 if not, 2 if not verified
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

public class Entitled {
    static final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    static String ledger(String server, String question) throws Exception {
        var route = URI.create(server + "/v1/ledger");
        var request = HttpRequest.newBuilder(route)
            .timeout(Duration.ofSeconds(10))
            .POST(BodyPublishers.ofString(question)).build();
        var response = client.send(request, BodyHandlers.ofString());
        // 422 has a verdict. Any other status says nothing about the
        // customer: try again later, and revoke nothing.
        int status = response.statusCode();
        if (status != 200 && status != 422) {
            throw new IllegalStateException("status " + status);
        }
        return response.body();
    }

    public static void main(String[] arguments) throws Exception {
        List<String> evidence = new ArrayList<>();
        for (int i = 2; i < arguments.length; i++) evidence.add(Files.readString(Path.of(arguments[i])).strip());
        // Neither a product identifier nor a JWS contains characters that JSON escapes. For other evidence use your JSON library.
        String question = "{\"evidence\":[\"" + String.join("\",\"", evidence) + "\"],\"products\":{\"it\":[\"" + arguments[1] + "\"]}}";
        String answer = ledger(arguments[0], question);
        // The JDK reads no JSON. In your program, read ledger.access.it with your JSON library.
        if (!answer.startsWith("{\"verdict\":\"verified\"")) {
            System.out.println(found("\"code\":\"([^\"]+)\"", answer));
            System.exit(2);
        }
        String access = found("\"access\":\\{\"it\":\\{(.*)", answer);
        System.out.println(found("\"state\":\"([^\"]+)\"", access) + " " + found("\"(?:endDate|reason)\":\"([^\"]+)\"", access));
        System.exit(access.contains("\"state\":\"granted\"") ? 0 : 1);
    }

    private static String found(String pattern, String text) {
        var matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
